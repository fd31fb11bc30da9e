import { createAmplifyContext } from 'aws-amplify';
import { createUserPoolsTokenProvider } from 'aws-amplify/adapter-core';
import {
  confirmResetPassword,
  confirmSignIn,
  confirmSignUp,
  confirmUserAttribute,
  fetchAuthSession,
  fetchMFAPreference,
  resendSignUpCode,
  resetPassword,
  type SignInOutput,
  setUpTOTP,
  signIn,
  signOut as signOutOfAmplify,
  signUp,
  updateMFAPreference,
  updateUserAttributes,
  verifyTOTPSetup,
} from 'aws-amplify/auth';
import { defaultStorage } from 'aws-amplify/utils';
import { brand } from '../../../contract/rules/brand.ts';
import { ApiError } from './api-error.ts';
import { ask, type PoolConfig } from './identity-pool.ts';
import { accessToken, forgetTokens } from './identity-tokens.ts';
import { logQuietly } from './log-quietly.ts';

/*
 * With its parts `identity-pool.ts` and `identity-tokens.ts`, the only code that uses Amplify (40
 * KB). Import it with `loadIdentityProvider`, so that pages that only need to know whether the
 * visitor is signed in (see `session.ts`) do not load it.
 */

export { accessToken };

/**
 * `unconfirmed`: the password is right, the email address is not confirmed yet. `code-needed`:
 * continue with `answerSecondFactor`.
 */
export async function signInWithPassword(
  email: string,
  password: string,
): Promise<'signed-in' | 'unconfirmed' | 'code-needed'> {
  const credentials = { username: email, password };
  const { nextStep } = await ask(() =>
    signIn(credentials).catch(async (error: unknown) => {
      if (!isNamed(error, 'UserAlreadyAuthenticatedException')) throw error;
      // Tokens of an earlier sign-in without a sign-out.
      await signOutOfAmplify();
      return signIn(credentials);
    }),
  );
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
 * Re-authenticates the signed-in user, so that their tokens have a recent sign-in time. A wrong
 * password keeps the old sign-in. `code-needed`: continue with `answerSecondFactor`.
 */
export async function reauthenticate(password: string): Promise<'done' | 'code-needed'> {
  const { tokens } = await ask(() => fetchAuthSession());
  const username = tokens?.accessToken.payload.username;
  if (typeof username !== 'string') throw signInNeeded();

  // Amplify refuses to sign in a signed-in user, so this runs separately, and the new tokens
  // replace the old ones.
  const kept = new Map<string, string>();
  const { nextStep } = await ask((config) => {
    const tokenProvider = createUserPoolsTokenProvider(config.Auth, {
      getItem: async (key) => kept.get(key) ?? null,
      setItem: async (key, text) => void kept.set(key, text),
      removeItem: async (key) => void kept.delete(key),
      clear: async () => kept.clear(),
    });
    return signIn(createAmplifyContext(config, { Auth: { tokenProvider } }), { username, password });
  });
  switch (nextStep.signInStep) {
    case 'DONE':
      for (const [key, text] of kept) await defaultStorage.setItem(key, text);
      await accessToken();
      return 'done';
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

function unexpectedStep({ signInStep }: SignInOutput['nextStep']): Error {
  return signInStep === 'RESET_PASSWORD'
    ? new Error('You need a new password. Choose Forgot Password to get a code by email.')
    : new Error('This account needs a sign-in method that this site does not support.');
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

/**
 * A new key for an authenticator app, as text and as a URI for a QR code. Nothing changes until
 * `confirmSecondFactor`.
 */
export async function beginSecondFactor(): Promise<{ key: string; uri: string }> {
  const { tokens } = await ask(() => fetchAuthSession());
  const { sharedSecret, getSetupUri } = await askSignedIn(() => setUpTOTP());
  const account = encodeURIComponent(String(tokens?.idToken?.payload.email ?? ''));
  return { key: sharedSecret, uri: getSetupUri(brand, account).toString() };
}

/** Turns the second factor on, if this code shows that the authenticator app has the key. */
export async function confirmSecondFactor(code: string): Promise<void> {
  await askSignedIn(() => verifyTOTPSetup({ code }));
  await askSignedIn(() => updateMFAPreference({ totp: 'PREFERRED' }));
}

export async function endSecondFactor(): Promise<void> {
  await askSignedIn(() => updateMFAPreference({ totp: 'DISABLED' }));
}

export async function hasSecondFactor(): Promise<boolean> {
  const { enabled } = await askSignedIn(() => fetchMFAPreference());
  return enabled?.includes('TOTP') ?? false;
}

/** Signs out here even if the call of the user pool fails. */
export async function signOut(): Promise<void> {
  try {
    await ask(() => signOutOfAmplify());
  } finally {
    forgetTokens();
  }
}

/** Ends every sign-in of the account, on all devices. If that fails, the one here stays too. */
export async function signOutEverywhere(): Promise<void> {
  const token = await accessToken();
  if (!token) throw signInNeeded();
  await ask((config) => endAllSignIns(config, token));
  await signOut();
}

/**
 * Amplify's own `signOut({ global: true })` hides failures.
 * @see
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_GlobalSignOut.html
 */
async function endAllSignIns({ Auth }: PoolConfig, token: string): Promise<void> {
  const { userPoolId = '', userPoolEndpoint } = Auth.Cognito;
  const [region] = userPoolId.split('_');
  const response = await fetch(userPoolEndpoint ?? `https://cognito-idp.${region}.amazonaws.com/`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-amz-json-1.1',
      'X-Amz-Target': 'AWSCognitoIdentityProviderService.GlobalSignOut',
    },
    body: JSON.stringify({ AccessToken: token }),
  });
  if (!response.ok) {
    throw new ApiError('unavailable', 'Your other devices could not be signed out. Please try again.');
  }
}

function signInNeeded(): ApiError {
  return new ApiError('unauthenticated', 'Please log in to continue.');
}

/** For calls that need a token: if another device ended the sign-in, it has ended here too. */
async function askSignedIn<Answer>(question: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask(question);
  } catch (error) {
    // https://docs.aws.amazon.com/cognito/latest/developerguide/token-revocation.html
    if (!isNamed(error, 'NotAuthorizedException') || !error.message.includes('revoked')) throw error;
    await signOut().catch((cause: unknown) => logQuietly('The user pool could not end the sign-in', cause));
    throw new ApiError('unauthenticated', 'Your session has ended. Log in again.', { cause: error });
  }
}

function isNamed(error: unknown, name: string): error is Error {
  return error instanceof Error && error.name === name;
}
