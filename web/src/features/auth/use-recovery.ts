import { callApi } from '../../lib/call-api.ts';
import { withFactorCheck } from '../../lib/factor-check.ts';
import { useSession } from '../../lib/session.ts';
import type { Credentials } from './credentials-form.tsx';
import { signOutHere } from './sign-out-here.ts';
import type { KeptMemory } from './use-auth-memory.ts';
import type { AuthPlace } from './use-auth-place.ts';

const recovered =
  'Your authenticator app is turned off, and all devices are signed out. Sign in with your password. Then turn an authenticator app on again under Security in your account.';

/** Turns off the second factor of people who lost their app. */
export function useRecovery({ next, goTo }: AuthPlace, { memory, remember }: KeptMemory) {
  const session = useSession();

  return {
    /** The sign-in of this browser, if there is one, ends too. */
    async recover({ email, password }: Credentials, recoveryCode: string): Promise<void> {
      await withFactorCheck(email, async () => {
        await callApi('recoverAccount', { email, password, recoveryCode });
      });
      if (session?.email.toLowerCase() === email.toLowerCase()) await signOutHere();
      remember({ email, secondFactorUntilMs: 0 });
      goTo(next ?? 'credentials', { replace: true, message: { tone: 'success', text: recovered } });
    },

    goToRecovery: () => goTo('recover', { next }),

    /** People may have found the app since they opened the link. */
    goBackFromRecovery: () =>
      goTo(memory.secondFactorUntilMs > Date.now() ? 'code' : 'credentials', { next }),
  };
}
