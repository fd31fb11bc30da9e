import { readOnly } from '../../../contract/operations/read-only.ts';
import { emailSentence } from '../../../contract/rules/email-address.ts';
import { ApiError } from './api-error.ts';
import { messageOf } from './message-of.ts';
import { passwordSentences } from './password-sentences.ts';

/**
 * An error of one of our Lambda triggers is wrapped: "PreSignUp failed with error <our sentence>."
 */
const triggerWrapping = /^\w+ failed with error (.+?)\.*$/;

/**
 * The provider's validation message: "1 validation error detected: Value at 'password' failed to
 * satisfy constraint …".
 */
const validationFailure = /validation error|Username should be an email/;

/** The user pool's error for a leaked password, on stages that check it. */
const leakedPassword = /security reasons/;

/** The user pool's error for a new account, which occurs only while the site is read-only. */
const closedForSignUp = /SignUp is not permitted/;

const providerName = /\b(?:Amazon|AWS|Cognito|Amplify|Firebase)\b[:\s]*/gi;

/** Messages for errors whose own message does not explain what to do. */
const sentenceOfError: Record<string, string> = {
  CodeMismatchException: 'This code is incorrect. Check it and try again, or request a new one.',
  ExpiredCodeException: 'This code is no longer valid. Request a new one.',
  EnableSoftwareTokenMFAException:
    'This code is incorrect. Enter the code that your authenticator app shows now. If it is rejected again, check the clock of your device.',
  SoftwareTokenMFANotFoundException: 'The key on this page is no longer valid. Go back and start again.',
  UsernameExistsException:
    'An account with this email address already exists. Sign in instead. If you do not know the password or never confirmed the address, choose Forgot Password there.',
  // From the firewall of the user pool.
  ForbiddenException: 'Too many requests came from your network. Try again in a few minutes.',
  PasskeyAlreadyExists: 'This device already has a passkey for your account.',
  PasskeyAuthenticationCanceled: 'No passkey was used. Try again, or use your password.',
  PasskeyNotSupported: 'This browser does not support passkeys. Use your password.',
  PasskeyOperationAborted: 'No passkey was used. Try again, or use your password.',
  PasskeyRegistrationCanceled: 'No passkey was added.',
  PasskeyRegistrationFailed: 'This device could not create a passkey. Try another device or browser.',
  PasskeyRetrievalFailed: 'This device could not use the passkey. Use your password.',
  RelyingPartyMismatch: 'Passkeys do not work at this address of the site.',
  NetworkError: 'You are offline. Check your connection and try again.',
  UserUnAuthenticatedException: 'Your session has ended. Log in again.',
};

/**
 * The identity provider's message without the provider's name, which means nothing to a visitor.
 */
export function providerMessage(error: unknown): string {
  const sentence = error instanceof Error && sentenceOfError[error.name];
  if (sentence) return sentence;
  // A TypeError is a bug of ours, or the browser's error for a missing connection.
  const text = error instanceof Error && !(error instanceof TypeError) ? error.message : messageOf(error);
  if (error instanceof Error && error.name === 'InvalidPasswordException')
    return leakedPassword.test(text) ? passwordSentences.tooCommon : passwordSentences.tooShort;
  if (validationFailure.test(text)) return sentenceOfValidation(text);
  if (closedForSignUp.test(text)) return readOnly.message;
  const message = text.replace(triggerWrapping, '$1.').replace(providerName, '').trim();
  return message.charAt(0).toUpperCase() + message.slice(1);
}

function sentenceOfValidation(text: string): string {
  if (/'password'/i.test(text))
    return `${passwordSentences.tooShort} A password cannot begin or end with a space.`;
  return /code'/i.test(text) ? 'The code has six digits.' : emailSentence;
}

/** Messages about codes of an authenticator app, which are not sent. */
export function secondFactorMessage(error: unknown): string {
  if (!(error instanceof Error)) return providerMessage(error);
  switch (error.name) {
    case 'CodeMismatchException':
      return 'This code is incorrect. Enter the code that your authenticator app shows now.';
    case 'ExpiredCodeException':
      return 'This code has already been used. Wait until your authenticator app shows the next one.';
    default:
      return providerMessage(error);
  }
}

/** Messages about passkeys, because the pool's messages mention a password. */
export function passkeyMessage(error: unknown): string {
  if (error instanceof ApiError && error.code === 'deadline-exceeded')
    return 'No passkey was used within three minutes. Try again, or use your password.';
  if (error instanceof Error && error.name === 'Unknown')
    return 'Your browser could not use a passkey. Use your password, or try another device.';
  const message = providerMessage(error);
  return message.startsWith('Incorrect username or password')
    ? 'This passkey was not accepted. Use your password.'
    : message;
}
