import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { loadIdentityProvider } from '../../lib/load-identity-provider.ts';
import type { Credentials, KeptMemory } from './auth-memory.ts';
import type { AuthMessage, AuthPlace } from './use-auth-place.ts';

/** How long the user pool waits for the code of an authenticator app. */
const secondFactorMs = 3 * 60 * 1000;

const notYetConfirmed =
  'Your email address is not confirmed yet. Open the link or enter the code from the email.';

export type SignIn = ReturnType<typeof useSignIn>;

/** Signs in, with a password and perhaps a code, or with a passkey. */
export function useSignIn(
  { step, next, goTo }: AuthPlace,
  { knownCredentials, remember }: KeptMemory,
  arrive: (notice?: string) => Promise<void>,
) {
  const { isEntering, entering } = useEntering();

  /** @param confirm called with a correct password if the address has to be confirmed first */
  function signIn(
    credentials: Credentials,
    { afterwards, confirm }: { afterwards?: AuthMessage; confirm?: () => Promise<void> } = {},
  ): Promise<void> {
    return entering(async () => {
      const { signInWithPassword } = await loadIdentityProvider();
      let outcome = await signInWithPassword(credentials.email, credentials.password);
      if (outcome === 'unconfirmed' && confirm) {
        await confirm();
        outcome = await signInWithPassword(credentials.email, credentials.password);
      }
      if (outcome === 'signed-in') return arrive(afterwards?.text);
      remember({ email: credentials.email });
      if (outcome === 'code-needed') {
        remember({ secondFactorUntilMs: Date.now() + secondFactorMs });
        const stepAfter = step === 'new-email' ? step : next;
        return goTo('code', { next: stepAfter, ...(afterwards && { message: afterwards }) });
      }
      if (step === 'confirm') throw new Error(notYetConfirmed);
      knownCredentials.current = credentials;
      goTo('confirm', { message: { tone: 'info', text: 'Your email address is not confirmed yet.' } });
    });
  }

  function signInWithPasskey(email: string): Promise<void> {
    return entering(async () => {
      const { signInWithPasskey } = await loadIdentityProvider();
      await signInWithPasskey(email);
      await arrive();
    });
  }

  /** False if this tab does not have the password. */
  async function signInWithKnownPassword(email: string): Promise<boolean> {
    const known = knownCredentials.current;
    if (known?.email !== email) return false;
    await signIn(known);
    return true;
  }

  function answerCode(code: string): Promise<void> {
    return entering(async () => {
      const { answerSecondFactor } = await loadIdentityProvider();
      try {
        await answerSecondFactor(code);
        await arrive();
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'unauthenticated')) throw error;
        goTo(next ?? 'credentials', { replace: true, message: { tone: 'error', text: error.message } });
      }
    });
  }

  const knowsPasswordOf = (email: string): boolean => knownCredentials.current?.email === email;

  return { isEntering, signIn, signInWithPasskey, signInWithKnownPassword, knowsPasswordOf, answerCode };
}

function useEntering() {
  /** While true, a new session is the result of this flow. */
  const [isEntering, setIsEntering] = useState(false);

  async function entering(attempt: () => Promise<void>): Promise<void> {
    setIsEntering(true);
    try {
      await attempt();
    } finally {
      setIsEntering(false);
    }
  }

  return { isEntering, entering };
}
