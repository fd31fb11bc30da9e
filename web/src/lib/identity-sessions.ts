import { signOut as signOutOfAmplify } from 'aws-amplify/auth';
import { ApiError } from './api-error.ts';
import { ask, callPool, isNamed } from './identity-pool.ts';
import { accessToken, forgetTokens } from './identity-tokens.ts';
import { logQuietly } from './log-quietly.ts';

/*
 * Part of `identity-provider.ts`; import it only from there. Signing out, and replacing a sign-in.
 */

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
  // Amplify's own `signOut({ global: true })` hides failures.
  await callPool('GlobalSignOut', { AccessToken: token }).catch((cause: unknown) => {
    const message = 'Your other devices could not be signed out. Please try again.';
    throw new ApiError('unavailable', message, { cause });
  });
  await signOut();
}

export function signInNeeded(): ApiError {
  return new ApiError('unauthenticated', 'Please log in to continue.');
}

/** Wraps calls that need a token. Signs out here if another device has ended the sign-in. */
export async function askSignedIn<Answer>(
  question: () => Promise<Answer>,
  options?: { seconds: number },
): Promise<Answer> {
  try {
    return await ask(question, options);
  } catch (error) {
    // https://docs.aws.amazon.com/cognito/latest/developerguide/token-revocation.html
    if (!isNamed(error, 'NotAuthorizedException') || !error.message.includes('revoked')) throw error;
    await signOut().catch((cause: unknown) => logQuietly('The user pool could not end the sign-in', cause));
    throw new ApiError('unauthenticated', 'Your session has ended. Log in again.', { cause: error });
  }
}

/** Signs in. Tokens of an earlier sign-in, which never ended with a sign-out, are removed first. */
export async function replaceSignIn<Output>(signIn: () => Promise<Output>): Promise<Output> {
  try {
    return await signIn();
  } catch (error) {
    if (!isNamed(error, 'UserAlreadyAuthenticatedException')) throw error;
    await signOutOfAmplify();
    return signIn();
  }
}
