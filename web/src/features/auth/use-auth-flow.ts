import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { callApi } from '../../lib/call-api.ts';
import { withFactorCheck } from '../../lib/factor-check.ts';
import { loadIdentityProvider } from '../../lib/load-identity-provider.ts';
import { logQuietly } from '../../lib/log-quietly.ts';
import { useSession } from '../../lib/session.ts';
import type { Credentials } from './auth-memory.ts';
import { emptyMemory, type KeptMemory, useAuthMemory } from './auth-memory.ts';
import { addressOfStep, readStep } from './auth-step.ts';
import { type MailLink, readMailLink } from './mail-link.ts';
import { refuseWeakPassword } from './refuse-weak-password.ts';
import { useArrival } from './use-arrival.ts';
import { type AuthPlace, useAuthPlace } from './use-auth-place.ts';
import { useConfirmationElsewhere } from './use-confirmation-elsewhere.ts';
import { useRegistration } from './use-registration.ts';
import { type SignIn, useSignIn } from './use-sign-in.ts';

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
  useConfirmationElsewhere(place, kept, {
    link,
    session,
    isBusy: signIn.isEntering || isIn,
    arrive: () => arrive(undefined, { isElsewhere: true }),
  });

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

/** Replaces a forgotten password. */
function useNewPassword(
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

const recovered =
  'Your authenticator app is turned off, and all devices are signed out. Sign in with your password. Then turn an authenticator app on again under Security in your account.';

/** Turns off the second factor of people who lost their app. */
function useRecovery({ next, goTo }: AuthPlace, { memory, remember }: KeptMemory) {
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

/** Signs out of this browser. A failed call to the user pool must not block the sign-in. */
async function signOutHere(): Promise<void> {
  const identity = await loadIdentityProvider();
  await identity
    .signOut()
    .catch((cause: unknown) => logQuietly('The user pool could not end the sign-in', cause));
}

/** The link of an email that opened the page. */
function useMailLink({ remember }: Pick<KeptMemory, 'remember'>) {
  const location = useLocation();
  const navigate = useNavigate();
  const [link, setLink] = useState<MailLink | null>(null);
  useEffect(() => {
    const opened = readMailLink(location);
    if (!opened) return;
    setLink(opened);
    // The choice of emails stays, because it names its own address.
    const { mailChoice: _, ...nothing } = emptyMemory;
    if (opened.mode !== 'email') remember({ ...nothing, email: opened.email });
    // The code is read: remove it from the address bar and the history.
    navigate(addressOfStep(readStep(new URLSearchParams({ mode: opened.mode }))), { replace: true });
  }, [location, navigate, remember]);

  return { link, forgetLink: () => setLink(null) };
}
