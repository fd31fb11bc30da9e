import { messageOf } from '../../lib/message-of.ts';

/** A refusal of one of our Lambda triggers comes wrapped: "PreSignUp failed with error <our sentence>." */
const triggerWrapping = /^\w+ failed with error (.+?)\.*$/;

const providerName = /\b(?:Amazon|AWS|Cognito|Amplify|Firebase)\b[:\s]*/gi;

/** The identity provider's message without the provider's name, which means nothing to a visitor. */
export function providerMessage(error: unknown): string {
  // A TypeError is a defect of ours, or the browser's way of saying that there is no connection.
  const text = error instanceof Error && !(error instanceof TypeError) ? error.message : messageOf(error);
  const message = text.replace(triggerWrapping, '$1.').replace(providerName, '').trim();
  return message.charAt(0).toUpperCase() + message.slice(1);
}
