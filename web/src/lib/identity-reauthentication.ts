import { createAmplifyContext } from 'aws-amplify';
import { createUserPoolsTokenProvider } from 'aws-amplify/adapter-core';
import { fetchAuthSession, type SignInOutput, signIn } from 'aws-amplify/auth';
import { defaultStorage } from 'aws-amplify/utils';
import { ask, unexpectedStep } from './identity-pool.ts';
import { signInNeeded } from './identity-sessions.ts';
import { accessToken, removeStoredTokens } from './identity-tokens.ts';
import { currentSession } from './session.ts';

/*
 * Part of `identity-provider.ts`; import it only from there. Verifies the signed-in user again, so
 * that their tokens have a recent sign-in time. A failure keeps the old sign-in.
 */

/** `code-needed`: continue with `answerSecondFactor`. */
export async function reauthenticate(password: string): Promise<'done' | 'code-needed'> {
  const step = await signInSeparately({ password });
  if (step.signInStep === 'CONFIRM_SIGN_IN_WITH_TOTP_CODE') return 'code-needed';
  if (step.signInStep !== 'DONE') throw unexpectedStep(step);
  return 'done';
}

/** A passkey counts as the password and the code. */
export async function reauthenticateWithPasskey(): Promise<void> {
  const step = await signInSeparately(withPasskey.options, withPasskey.wait);
  if (step.signInStep === 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION')
    throw new Error('You have no passkey yet. Enter your password.');
  if (step.signInStep !== 'DONE') throw unexpectedStep(step);
}

/**
 * Amplify refuses to sign in a signed-in user, so this runs separately, and the new tokens replace
 * the old ones.
 */
async function signInSeparately(
  proof: Omit<Parameters<typeof signIn>[0], 'username'>,
  wait?: { seconds: number },
): Promise<SignInOutput['nextStep']> {
  const { tokens } = await ask(() => fetchAuthSession());
  const username = tokens?.accessToken.payload.username;
  if (typeof username !== 'string') throw signInNeeded();

  const kept = new Map<string, string>();
  const { nextStep } = await ask((config) => {
    const tokenProvider = createUserPoolsTokenProvider(config.Auth, {
      getItem: async (key) => kept.get(key) ?? null,
      setItem: async (key, text) => void kept.set(key, text),
      removeItem: async (key) => void kept.delete(key),
      clear: async () => kept.clear(),
    });
    return signIn(createAmplifyContext(config, { Auth: { tokenProvider } }), { username, ...proof });
  }, wait);
  if (nextStep.signInStep === 'DONE') {
    // The browser's prompt may have taken minutes, in which another tab may have ended or replaced the sign-in.
    const session = currentSession();
    if (!session || (session.userId && session.userId !== tokens?.accessToken.payload.sub))
      throw signInNeeded();
    // A sign-in with a passkey stores its tokens under the email, this one under the user id.
    removeStoredTokens();
    for (const [key, text] of kept) await defaultStorage.setItem(key, text);
    await accessToken();
  }
  return nextStep;
}

/** How Amplify and the user pool sign in with a passkey. */
export const withPasskey = {
  options: { options: { authFlowType: 'USER_AUTH', preferredChallenge: 'WEB_AUTHN' } },
  /** The user pool waits three minutes for the browser, which waits for the person. */
  wait: { seconds: 180 },
} as const;
