import { withFactorCheck } from '../../lib/factor-check.ts';
import { loadIdentityProvider } from '../../lib/load-identity-provider.ts';
import { refuseWeakPassword } from './refuse-weak-password.ts';
import type { KeptMemory } from './use-auth-memory.ts';
import type { AuthPlace } from './use-auth-place.ts';
import type { SignIn } from './use-sign-in.ts';

/** Replaces a forgotten password. */
export function useNewPassword(
  { goTo }: AuthPlace,
  { remember }: KeptMemory,
  { signIn }: SignIn,
  forgetLink: () => void,
) {
  return {
    async sendPasswordReset(email: string): Promise<void> {
      const { sendPasswordResetCode } = await loadIdentityProvider();
      await sendPasswordResetCode(email);
      remember({ email, codeSentAtMs: Date.now() });
    },

    async setNewPassword(email: string, code: string, password: string): Promise<void> {
      await refuseWeakPassword(password);
      const identity = await loadIdentityProvider();
      await withFactorCheck(email, () => identity.setNewPassword(email, code, password));
      forgetLink();
      try {
        const text = 'Your password has been changed.';
        await signIn({ email, password }, { afterwards: { tone: 'success', text } });
      } catch {
        remember({ email });
        const text = 'Your password has been changed. Please sign in.';
        goTo('credentials', { message: { tone: 'success', text } });
      }
    },
  };
}
