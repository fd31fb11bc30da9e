import type { SignInOutput } from 'aws-amplify/auth';

/** The error for a step of a sign-in that this site does not have. */
export function unexpectedStep({ signInStep }: SignInOutput['nextStep']): Error {
  return signInStep === 'RESET_PASSWORD'
    ? new Error('You need a new password. Choose Forgot Password to get a code by email.')
    : new Error('This account needs a sign-in method that this site does not support.');
}
