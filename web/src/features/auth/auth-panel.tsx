import '../../styles/amplify-theme.css';
import { Tabs } from '@aws-amplify/ui-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { Progress } from '../../components/progress.tsx';
import { loadIdentityProvider } from '../../lib/load-identity-provider.ts';
import { logQuietly } from '../../lib/log-quietly.ts';
import { currentSession } from '../../lib/session.ts';
import { FormMessage } from '../account/form-message.tsx';
import { AlreadySignedIn } from './already-signed-in.tsx';
import styles from './auth-panel.module.css';
import { type AuthStep, rememberedStep, rememberStep } from './auth-step.ts';
import { ConfirmForm } from './confirm-form.tsx';
import { type Credentials, CredentialsForm } from './credentials-form.tsx';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { type MailLink, readMailLink } from './mail-link.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import { providerMessage } from './provider-message.ts';

const redirectDelayMs = 500;

interface Message {
  tone: 'info' | 'success' | 'error';
  text: string;
}

/** Everything of `/auth`: registering, confirming the address, signing in, and a new password. */
export default function AuthPanel() {
  const location = useLocation();
  const navigate = useNavigate();
  const [searchParams, setSearchParams] = useSearchParams();
  const [step, setStep] = useState<AuthStep>(() => rememberedStep() ?? { name: 'credentials' });
  const [email, setEmail] = useState('');
  const [message, setMessage] = useState<Message | null>(null);
  const [signedInBefore, setSignedInBefore] = useState(currentSession);
  // Only in memory: lets the tab that registered sign in by itself once the address is confirmed.
  const knownCredentials = useRef<Credentials | null>(null);

  useEffect(() => rememberStep(step), [step]);

  useEffect(() => {
    if (step.name !== 'signed-in') return;
    const timer = setTimeout(() => navigate('/pricing'), redirectDelayMs);
    return () => clearTimeout(timer);
  }, [step, navigate]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a link is opened once, when the address changes
  useEffect(() => {
    const link = readMailLink(location);
    if (link) void openMailLink(link);
  }, [location]);

  const panel = useRef<HTMLElement>(null);
  const focusedStep = useRef(step.name);
  useEffect(() => {
    if (focusedStep.current === step.name) return;
    focusedStep.current = step.name;
    panel.current?.focus();
  }, [step]);

  function goTo(nextStep: AuthStep, nextMessage: Message | null = null) {
    setStep(nextStep);
    setMessage(nextMessage);
  }

  function goToSignIn(knownEmail: string, nextMessage: Message | null = null) {
    navigate('/auth', { replace: true });
    setEmail(knownEmail);
    goTo({ name: 'credentials' }, nextMessage);
  }

  async function openMailLink(link: MailLink) {
    // The code has been read: it need not stay in the address bar and in the history.
    navigate('/auth', { replace: true });
    setSignedInBefore(null);
    if (link.mode === 'reset') {
      goTo({ name: 'new-password', email: link.email, code: link.code });
      return;
    }
    goTo({ name: 'confirming' });
    try {
      const { confirmRegistration } = await loadIdentityProvider();
      await confirmRegistration(link.email, link.code);
      await enterConfirmed(link.email);
    } catch (error) {
      goTo({ name: 'confirm', email: link.email }, { tone: 'error', text: providerMessage(error) });
    }
  }

  async function submitSignIn(credentials: Credentials) {
    setMessage(null);
    const { signInWithPassword } = await loadIdentityProvider();
    const outcome = await signInWithPassword(credentials.email, credentials.password);
    if (outcome === 'signed-in') return goTo({ name: 'signed-in' });
    knownCredentials.current = credentials;
    goTo(
      { name: 'confirm', email: credentials.email },
      { tone: 'info', text: 'Your e-mail address is not confirmed yet.' },
    );
  }

  async function submitRegistration(credentials: Credentials) {
    setMessage(null);
    const { register } = await loadIdentityProvider();
    const outcome = await register(credentials.email, credentials.password);
    knownCredentials.current = credentials;
    if (outcome === 'confirmed') return enterConfirmed(credentials.email);
    goTo({ name: 'confirm', email: credentials.email });
  }

  async function enterConfirmed(confirmedEmail: string) {
    const isIn = await signInWithKnownPassword(confirmedEmail);
    if (isIn) return;
    goToSignIn(confirmedEmail, {
      tone: 'success',
      text: 'Your e-mail address is confirmed. Please sign in.',
    });
  }

  /** False if this tab does not know the password. Throws if the address is not confirmed after all. */
  async function signInWithKnownPassword(confirmedEmail: string): Promise<boolean> {
    const known = knownCredentials.current;
    if (known?.email !== confirmedEmail) return false;
    const { signInWithPassword } = await loadIdentityProvider();
    const outcome = await signInWithPassword(known.email, known.password);
    if (outcome === 'unconfirmed') {
      throw new Error(
        'Your e-mail address is not confirmed yet. Open the link or type the code from the mail.',
      );
    }
    goTo({ name: 'signed-in' });
    return true;
  }

  async function submitNewPassword(resetEmail: string, code: string, password: string) {
    const { setNewPassword } = await loadIdentityProvider();
    await setNewPassword(resetEmail, code, password);
    try {
      await submitSignIn({ email: resetEmail, password });
    } catch {
      goToSignIn(resetEmail, { tone: 'success', text: 'Your password has been changed. Please sign in.' });
    }
  }

  const credentialsForms = [
    {
      value: 'sign-in',
      label: 'Sign In',
      content: (
        <CredentialsForm
          email={email}
          onEmailChange={setEmail}
          submitLabel="Submit"
          passwordAutoComplete="current-password"
          onSubmit={submitSignIn}
          onForgotPassword={() => goTo({ name: 'forgot-password' })}
        />
      ),
    },
    {
      value: 'register',
      label: 'Register',
      content: (
        <CredentialsForm
          email={email}
          onEmailChange={setEmail}
          submitLabel="Join"
          passwordAutoComplete="new-password"
          onSubmit={submitRegistration}
        />
      ),
    },
  ];

  return (
    // Takes the focus when the step changes, because the control that had it is gone.
    <section
      ref={panel}
      tabIndex={-1}
      className={styles.panel}
      aria-label={labelOfStep[step.name]}
      onFocus={loadIdentityProviderAhead}
    >
      {message && <FormMessage tone={message.tone}>{message.text}</FormMessage>}
      {step.name === 'credentials' &&
        (signedInBefore ? (
          <AlreadySignedIn
            email={signedInBefore.email}
            onSignOut={async () => {
              const { signOut } = await loadIdentityProvider();
              await signOut();
              setSignedInBefore(null);
            }}
          />
        ) : (
          <Tabs
            isLazy
            // In the address, because links all over the site lead to one tab or the other.
            value={searchParams.get('account') === 'free' ? 'register' : 'sign-in'}
            onValueChange={(tab) => {
              setSearchParams(tab === 'register' ? { account: 'free' } : {}, { replace: true });
              setMessage(null);
            }}
            items={credentialsForms}
          />
        ))}
      {step.name === 'forgot-password' && (
        <ForgotPasswordForm
          email={email}
          onSubmit={async (resetEmail) => {
            const { sendPasswordResetCode } = await loadIdentityProvider();
            await sendPasswordResetCode(resetEmail);
            setEmail(resetEmail);
            goTo(
              { name: 'new-password', email: resetEmail },
              { tone: 'success', text: 'Password reset email sent! Check your inbox.' },
            );
          }}
          onGoBack={() => goTo({ name: 'credentials' })}
        />
      )}
      {step.name === 'confirming' && <Progress label="Confirming your e-mail address…" />}
      {step.name === 'confirm' && (
        <ConfirmForm
          email={step.email}
          onSubmit={async (code) => {
            setMessage(null);
            const { confirmRegistration } = await loadIdentityProvider();
            await confirmRegistration(step.email, code);
            await enterConfirmed(step.email);
          }}
          onConfirmedElsewhere={async () => {
            const isIn = await signInWithKnownPassword(step.email);
            if (!isIn) goToSignIn(step.email);
          }}
          onResend={async () => {
            const { sendConfirmationCode } = await loadIdentityProvider();
            await sendConfirmationCode(step.email);
            setMessage({ tone: 'success', text: 'We have sent you a new code. Check your inbox.' });
          }}
          onGoBack={() => goToSignIn(step.email)}
        />
      )}
      {step.name === 'new-password' && (
        <NewPasswordForm
          email={step.email}
          {...(step.code && { code: step.code })}
          onSubmit={(code, password) => submitNewPassword(step.email, code, password)}
          onGoBack={() => goToSignIn(step.email)}
        />
      )}
      {step.name === 'signed-in' && <Progress label="You are signed in. One moment…" />}
    </section>
  );
}

/** Whoever has entered the form will send it soon. */
function loadIdentityProviderAhead() {
  loadIdentityProvider().catch((cause: unknown) =>
    logQuietly('The sign-in could not be loaded ahead', cause),
  );
}

const labelOfStep: Record<AuthStep['name'], string> = {
  credentials: 'Sign in or register',
  'forgot-password': 'Forgot password',
  confirm: 'Confirm your e-mail address',
  confirming: 'Confirm your e-mail address',
  'new-password': 'Choose a new password',
  'signed-in': 'Signed in',
};
