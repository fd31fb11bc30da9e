import { useNavigate } from 'react-router-dom';
import { callApi } from '../../lib/call-api.ts';
import { loadIdentityProvider } from '../../lib/load-identity-provider.ts';
import { logQuietly } from '../../lib/log-quietly.ts';
import { useSession } from '../../lib/session.ts';
import { signOutHere } from './sign-out-here.ts';
import { useArrival } from './use-arrival.ts';
import { useAuthMemory } from './use-auth-memory.ts';
import { useAuthPlace } from './use-auth-place.ts';
import { useConfirmationElsewhere } from './use-confirmation-elsewhere.ts';
import { useMailLink } from './use-mail-link.ts';
import { useNewPassword } from './use-new-password.ts';
import { useRecovery } from './use-recovery.ts';
import { useRegistration } from './use-registration.ts';
import { useSignIn } from './use-sign-in.ts';

export type AuthFlow = ReturnType<typeof useAuthFlow>;

/** The current step of a sign-in, and the actions that lead from one step to another. */
export function useAuthFlow() {
  const navigate = useNavigate();
  const session = useSession();
  const place = useAuthPlace();
  const kept = useAuthMemory(place);
  const { link, forgetLink } = useMailLink(kept);
  const { isIn, arrive } = useArrival(place, kept);
  const signIn = useSignIn(place, kept, arrive);
  const registration = useRegistration(place, kept, signIn);
  const newPassword = useNewPassword(place, kept, signIn, forgetLink);
  const recovery = useRecovery(place, kept);
  useConfirmationElsewhere(place, kept, { link, session, isBusy: signIn.isEntering || isIn, arrive });

  async function confirmNewEmail(code: string): Promise<void> {
    const { confirmEmailChange, accessToken } = await loadIdentityProvider();
    await confirmEmailChange(code);
    // The address is changed. This call only notifies the site; the account page would do so
    // later.
    const followUp = callApi('syncEmail').finally(() => accessToken({ forceRefresh: true }));
    await followUp.catch((cause: unknown) =>
      logQuietly('The new address has not reached the record yet', cause),
    );
    navigate('/account', { replace: true, state: { notice: 'Your new email address is confirmed.' } });
  }

  return {
    step: place.step,
    message: place.message,
    goTo: place.goTo,
    session,
    memory: kept.memory,
    setEmail: (email: string) => kept.remember({ email }),
    link,
    forgetLink,
    isIn,
    ...signIn,
    ...registration,
    ...newPassword,
    ...recovery,
    confirmNewEmail,
    signOut: signOutHere,
  };
}
