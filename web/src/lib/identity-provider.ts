import {
  confirmResetPassword,
  confirmSignIn,
  confirmSignUp,
  confirmUserAttribute,
  resendSignUpCode,
  resetPassword,
  signIn,
  signUp,
  updateUserAttributes,
} from 'aws-amplify/auth';
import { ApiError } from './api-error.ts';
import { ask, isNamed, unexpectedStep } from './identity-pool.ts';
import { askSignedIn, replaceSignIn } from './identity-sessions.ts';
import { accessToken } from './identity-tokens.ts';

/*
 * With its parts `identity-*.ts`, the only code that uses Amplify (40 KB). Import it with
 * `loadIdentityProvider`, so that pages that only check whether the visitor is signed in (see
 * `session.ts`) do not load it.
 */

export {
  addPasskey,
  listPasskeys,
  type Passkey,
  removePasskey,
  signInWithPasskey,
} from './identity-passkeys.ts';
export { reauthenticate, reauthenticateWithPasskey } from './identity-reauthentication.ts';
export {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  hasSecondFactor,
} from './identity-second-factor.ts';
export { signOut, signOutEverywhere } from './identity-sessions.ts';
export { accessToken };

/**
 * `unconfirmed`: the password is correct, but the email address is not confirmed. `code-needed`:
 * continue with `answerSecondFactor`.
 */
export async function signInWithPassword(
  email: string,
  password: string,
): Promise<'signed-in' | 'unconfirmed' | 'code-needed'> {
  const credentials = { username: email, password };
  const { nextStep } = await ask(() => replaceSignIn(() => signIn(credentials)));
  switch (nextStep.signInStep) {
    case 'DONE':
      await accessToken();
      return 'signed-in';
    case 'CONFIRM_SIGN_UP':
      return 'unconfirmed';
    case 'CONFIRM_SIGN_IN_WITH_TOTP_CODE':
      return 'code-needed';
    default:
      throw unexpectedStep(nextStep);
  }
}

/**
 * Finishes a sign-in or a re-authentication with the code of the authenticator app. A wrong code
 * can be tried again.
 * @throws ApiError `unauthenticated` if it began too long ago, or not in this tab
 */
export async function answerSecondFactor(code: string): Promise<void> {
  const { nextStep } = await ask(() =>
    confirmSignIn({ challengeResponse: code }).catch((error: unknown) => {
      const isOver =
        isNamed(error, 'SignInException') ||
        (isNamed(error, 'NotAuthorizedException') && error.message.includes('session'));
      throw isOver
        ? new ApiError('unauthenticated', 'The code came too late. Please enter your password again.', {
            cause: error,
          })
        : error;
    }),
  );
  if (nextStep.signInStep !== 'DONE') throw unexpectedStep(nextStep);
  await accessToken();
}

/** `confirmed`: the user pool requires no confirmation. */
export async function register(email: string, password: string): Promise<'unconfirmed' | 'confirmed'> {
  const { isSignUpComplete } = await ask(() =>
    signUp({ username: email, password, options: { userAttributes: { email } } }),
  );
  return isSignUpComplete ? 'confirmed' : 'unconfirmed';
}

/**
 * Confirming a confirmed address succeeds: another tab or device was faster. Only this call sends
 * the referral code to the server, because Cognito does not pass the metadata of `signUp` on after
 * the confirmation. So a visitor who opens the email's link in another browser has no referrer.
 * @see
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ConfirmSignUp.html
 */
export async function confirmRegistration(email: string, code: string, referralCode?: string): Promise<void> {
  const options = referralCode ? { options: { clientMetadata: { referralCode } } } : {};
  try {
    await ask(() => confirmSignUp({ username: email, confirmationCode: code, ...options }));
  } catch (error) {
    const isConfirmedAlready =
      isNamed(error, 'NotAuthorizedException') && error.message.includes('Current status is CONFIRMED');
    if (!isConfirmedAlready) throw error;
  }
}

export async function sendConfirmationCode(email: string): Promise<void> {
  await ask(() => resendSignUpCode({ username: email }));
}

export async function sendPasswordResetCode(email: string): Promise<void> {
  await ask(() => resetPassword({ username: email }));
}

export async function setNewPassword(email: string, code: string, newPassword: string): Promise<void> {
  await ask(() => confirmResetPassword({ username: email, confirmationCode: code, newPassword }));
}

/** Sends a code to the new address. The account keeps the old one until `confirmEmailChange`. */
export async function requestEmailChange(newEmail: string): Promise<void> {
  await askSignedIn(() => updateUserAttributes({ userAttributes: { email: newEmail } }));
}

export async function confirmEmailChange(code: string): Promise<void> {
  await askSignedIn(() => confirmUserAttribute({ userAttributeKey: 'email', confirmationCode: code }));
}
