import { useNavigate } from 'react-router-dom';
import type { MailGroup } from '../../../../contract/records/user.ts';
import { callApi } from '../../lib/call-api.ts';
import { loadIdentityProvider } from '../../lib/load-identity-provider.ts';
import { currentReferralCode } from '../../lib/remembered-referral.ts';
import type { Credentials, KeptMemory } from './auth-memory.ts';
import { refuseWeakPassword } from './refuse-weak-password.ts';
import type { AuthPlace } from './use-auth-place.ts';
import type { SignIn } from './use-sign-in.ts';

const registerPath = '/auth?account=free';

/** Registers, and confirms the address. */
export function useRegistration(
  { goTo }: AuthPlace,
  { knownCredentials, remember }: KeptMemory,
  { signIn, signInWithKnownPassword }: SignIn,
) {
  const navigate = useNavigate();

  return {
    async register(credentials: Credentials, mailGroups: MailGroup[]): Promise<void> {
      await refuseWeakPassword(credentials.password);
      const identity = await loadIdentityProvider();
      const outcome = await identity.register(credentials.email, credentials.password);
      knownCredentials.current = credentials;
      const { email } = credentials;
      const now = Date.now();
      remember({ email, codeSentAtMs: now, mailChoice: { email, mailGroups, chosenAtMs: now } });
      if (outcome === 'confirmed') await signIn(credentials);
      else goTo('confirm');
    },

    /**
     * Confirms the address for the person who chose the password. Somebody else may have registered
     * it, and its owner, who gets the email, must not confirm that account.
     */
    async confirm(email: string, code: string, typedPassword: string): Promise<void> {
      const { confirmRegistration } = await loadIdentityProvider();
      const confirmAddress = () => confirmRegistration(email, code, currentReferralCode());
      remember({ email });
      const known = knownCredentials.current;
      if (known?.email === email) {
        // This tab registered, or accepted the password.
        await confirmAddress();
        return signIn(known);
      }
      await signIn({ email, password: typedPassword }, { confirm: confirmAddress });
    },

    /** After the email's link was opened in another tab or on another device. */
    async goOnConfirmed(email: string): Promise<void> {
      if (!(await signInWithKnownPassword(email))) goTo('credentials');
    },

    /** For the owner of an address that somebody else registered. */
    async endRegistration(token: string): Promise<void> {
      await callApi('endRegistration', { token });
      const text = 'The registration is deleted. You can register this address yourself now.';
      navigate(registerPath, { state: { message: { tone: 'success', text } } });
    },

    goBackToRegister: () => navigate(registerPath),

    /**
     * For people who registered, lost the email, and can't reset the password of an unconfirmed
     * address.
     */
    goOnUnconfirmed(email: string): void {
      // No email of the kind that this step asks for was sent.
      remember({ email, codeSentAtMs: 0 });
      const text =
        'If this address was never confirmed, choose “Resend code”. The new email confirms or deletes the registration.';
      goTo('confirm', { message: { tone: 'info', text } });
    },

    async resendConfirmation(email: string): Promise<void> {
      const { sendConfirmationCode } = await loadIdentityProvider();
      await sendConfirmationCode(email);
      remember({ codeSentAtMs: Date.now() });
    },
  };
}
