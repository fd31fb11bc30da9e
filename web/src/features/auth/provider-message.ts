import { messageOf } from '../../lib/message-of.ts';
import { passwordRule } from './password-rule.ts';

/** A refusal of one of our Lambda triggers comes wrapped: "PreSignUp failed with error <our sentence>." */
const triggerWrapping = /^\w+ failed with error (.+?)\.*$/;

/** What the provider's form check says: "1 validation error detected: Value at 'password' failed to satisfy constraint …". */
const validationFailure = /validation error|Username should be an email/;

const providerName = /\b(?:Amazon|AWS|Cognito|Amplify|Firebase)\b[:\s]*/gi;

/** The identity provider's message without the provider's name, which means nothing to a visitor. */
export function providerMessage(error: unknown): string {
  // A TypeError is a defect of ours, or the browser's way of saying that there is no connection.
  const text = error instanceof Error && !(error instanceof TypeError) ? error.message : messageOf(error);
  if (validationFailure.test(text)) {
    return /'password'/.test(text)
      ? passwordRule
      : 'Please check what you typed: it is not a valid e-mail address.';
  }
  const message = text.replace(triggerWrapping, '$1.').replace(providerName, '').trim();
  return message.charAt(0).toUpperCase() + message.slice(1);
}
