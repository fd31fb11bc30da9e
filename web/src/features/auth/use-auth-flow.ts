import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { loadIdentityProvider } from '../../lib/load-identity-provider.ts';
import { logQuietly } from '../../lib/log-quietly.ts';
import { storedReferralCode } from '../../lib/remembered-referral.ts';
import { reviewSecurity } from '../../lib/review-security.ts';
import { useSession } from '../../lib/session.ts';
import { type AuthMemory, emptyMemory, readMemory, storeMemory } from './auth-memory.ts';
import { type AuthStep, addressOfStep, readStep } from './auth-step.ts';
import type { Credentials } from './credentials-form.tsx';
import { type MailLink, readMailLink } from './mail-link.ts';
import { refuseWeakPassword } from './refuse-weak-password.ts';
import { defaultPath, returnPath } from './return-path.ts';

const redirectDelayMs = 500;

/** How long the user pool waits for the code of an authenticator app. */
const secondFactorMs = 3 * 60 * 1000;

const recovered =
  'Your authenticator app is turned off, and all devices are signed out. Log in with your password. Then turn an app on again under Security in your account.';

const notYetConfirmed =
  'Your email address is not confirmed yet. Open the link or enter the code from the email.';

export interface AuthMessage {
  tone: 'info' | 'success' | 'error';
  text: string;
}

interface Arrival {
  to: string;
  notice?: string;
}

export type AuthFlow = ReturnType<typeof useAuthFlow>;

/** The current step of a sign-in, and the actions that lead from one step to another. */
export function useAuthFlow() {
  const location = useLocation();
  const navigate = useNavigate();
  const session = useSession();
  const search = new URLSearchParams(location.search);
  const step = readStep(search);
  const next = search.get('next') === 'new-email' ? 'new-email' : undefined;

  const [memory, setMemory] = useState(() =>
    // Each step keeps the state of the first one.
    step === 'credentials' ? { ...readMemory(), returnTo: returnPath(search.get('returnTo')) } : readMemory(),
  );
  useEffect(() => {
    if (step !== 'credentials') storeMemory(memory);
  }, [step, memory]);

  // Only in memory: lets the tab that registered sign in by itself once the address is confirmed.
  const knownCredentials = useRef<Credentials | null>(null);
  const [link, setLink] = useState<MailLink | null>(null);
  useEffect(() => {
    const opened = readMailLink(location);
    if (!opened) return;
    setLink(opened);
    if (opened.mode !== 'email') setMemory({ ...emptyMemory, email: opened.email });
    // The code is read: remove it from the address bar and the history.
    navigate(addressOfStep(readStep(new URLSearchParams(location.search))), { replace: true });
  }, [location, navigate]);

  /** While it is true, a new session is the result of this flow. */
  const [isEntering, setIsEntering] = useState(false);
  const [arrival, setArrival] = useState<Arrival | null>(null);
  useEffect(() => {
    if (!arrival) return;
    const { to, notice } = arrival;
    const timer = setTimeout(() => navigate(to, { replace: true, state: { notice } }), redirectDelayMs);
    return () => clearTimeout(timer);
  }, [arrival, navigate]);

  function remember(change: Partial<AuthMemory>): void {
    setMemory((known) => ({ ...known, ...change }));
  }

  interface Way {
    message?: AuthMessage;
    next?: AuthStep | undefined;
    replace?: boolean;
  }

  function goTo(nextStep: AuthStep, { message, next: stepAfter, replace = false }: Way = {}): void {
    navigate(addressOfStep(nextStep, stepAfter), { replace, state: { message } });
  }

  /** After a sign-in: opens the page that required it, or the page that shows the notice. */
  function arrive(notice?: string): void {
    reviewSecurity();
    knownCredentials.current = null;
    setMemory(emptyMemory);
    storeMemory(emptyMemory);
    if (step === 'new-email' || next === 'new-email') goTo('new-email', { replace: true });
    else setArrival(notice ? { to: defaultPath, notice } : { to: memory.returnTo });
  }

  async function entering(attempt: () => Promise<void>): Promise<void> {
    setIsEntering(true);
    try {
      await attempt();
    } finally {
      setIsEntering(false);
    }
  }

  function signIn(credentials: Credentials, afterwards?: AuthMessage): Promise<void> {
    return entering(async () => {
      const { signInWithPassword } = await loadIdentityProvider();
      const outcome = await signInWithPassword(credentials.email, credentials.password);
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
      arrive();
    });
  }

  /** False if this tab does not know the password. */
  async function signInWithKnownPassword(email: string): Promise<boolean> {
    const known = knownCredentials.current;
    if (known?.email !== email) return false;
    await signIn(known);
    return true;
  }

  async function answerCode(code: string): Promise<void> {
    await entering(async () => {
      const { answerSecondFactor } = await loadIdentityProvider();
      try {
        await answerSecondFactor(code);
        arrive();
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'unauthenticated')) throw error;
        goTo(next ?? 'credentials', { replace: true, message: { tone: 'error', text: error.message } });
      }
    });
  }

  /** Turns off the second factor. The sign-in of this browser, if there is one, ends too. */
  async function recover({ email, password }: Credentials, recoveryCode: string): Promise<void> {
    await callApi('recoverAccount', { email, password, recoveryCode });
    if (session?.email.toLowerCase() === email.toLowerCase()) await signOut();
    remember({ email, secondFactorUntilMs: 0 });
    goTo(next ?? 'credentials', { replace: true, message: { tone: 'success', text: recovered } });
  }

  async function register(credentials: Credentials): Promise<void> {
    await refuseWeakPassword(credentials.password);
    const identity = await loadIdentityProvider();
    const outcome = await identity.register(credentials.email, credentials.password);
    knownCredentials.current = credentials;
    remember({ email: credentials.email, codeSentAtMs: Date.now() });
    if (outcome === 'confirmed') await signIn(credentials);
    else goTo('confirm');
  }

  async function confirm(email: string, code: string): Promise<void> {
    const { confirmRegistration } = await loadIdentityProvider();
    await confirmRegistration(email, code, storedReferralCode());
    remember({ email });
    if (await signInWithKnownPassword(email)) return;
    const text = 'Your email address is confirmed. Please sign in.';
    goTo('credentials', { message: { tone: 'success', text } });
  }

  /** After the email's link was opened in another tab or on another device. */
  async function goOnConfirmed(email: string): Promise<void> {
    if (!(await signInWithKnownPassword(email))) goTo('credentials');
  }

  /**
   * For people who registered, lost the email, and can't reset the password of an unconfirmed
   * address.
   */
  function goOnUnconfirmed(email: string): void {
    // No email of the kind that this step asks for was sent.
    remember({ email, codeSentAtMs: 0 });
    const text =
      'If you registered and never confirmed your address, choose “Resend code” to get a new email.';
    goTo('confirm', { message: { tone: 'info', text } });
  }

  async function resendConfirmation(email: string): Promise<void> {
    const { sendConfirmationCode } = await loadIdentityProvider();
    await sendConfirmationCode(email);
    remember({ codeSentAtMs: Date.now() });
  }

  async function sendPasswordReset(email: string): Promise<void> {
    const { sendPasswordResetCode } = await loadIdentityProvider();
    await sendPasswordResetCode(email);
    remember({ email, codeSentAtMs: Date.now() });
  }

  async function setNewPassword(email: string, code: string, password: string): Promise<void> {
    await refuseWeakPassword(password);
    const identity = await loadIdentityProvider();
    await identity.setNewPassword(email, code, password);
    setLink(null);
    try {
      const text = 'Your password has been changed.';
      await signIn({ email, password }, { tone: 'success', text });
    } catch {
      remember({ email });
      const text = 'Your password has been changed. Please sign in.';
      goTo('credentials', { message: { tone: 'success', text } });
    }
  }

  async function confirmNewEmail(code: string): Promise<void> {
    const { confirmEmailChange, accessToken } = await loadIdentityProvider();
    await confirmEmailChange(code);
    // The address is changed. The next call only informs the site; the account page would do so
    // too.
    const followUp = callApi('syncEmail').finally(() => accessToken({ forceRefresh: true }));
    await followUp.catch((cause: unknown) =>
      logQuietly('The new address has not reached the record yet', cause),
    );
    navigate('/account', { replace: true, state: { notice: 'Your new email address is confirmed.' } });
  }

  async function signOut(): Promise<void> {
    const identity = await loadIdentityProvider();
    // Locally the sign-out always works; a failed call of the user pool must not block the sign-in.
    await identity
      .signOut()
      .catch((cause: unknown) => logQuietly('The user pool could not end the sign-in', cause));
  }

  return {
    step,
    message: (location.state as { message?: AuthMessage } | null)?.message ?? null,
    session,
    memory,
    link,
    isEntering,
    isIn: arrival !== null,
    forgetLink: () => setLink(null),
    setEmail: (email: string) => remember({ email }),
    goTo,
    signIn,
    signInWithPasskey,
    answerCode,
    goToRecovery: () => goTo('recover', { next }),
    /** People may have found the app meanwhile. */
    goBackFromRecovery: () =>
      goTo(memory.secondFactorUntilMs > Date.now() ? 'code' : 'credentials', { next }),
    recover,
    register,
    confirm,
    goOnConfirmed,
    goBackToRegister: () => navigate('/auth?account=free'),
    goOnUnconfirmed,
    resendConfirmation,
    sendPasswordReset,
    setNewPassword,
    confirmNewEmail,
    signOut,
  };
}
