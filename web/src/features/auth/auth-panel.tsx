import '../../styles/amplify-theme.css';
import '../../styles/tabs-theme.css';
import { type ReactNode, useEffect, useRef } from 'react';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { Progress } from '../../components/progress.tsx';
import { loadIdentityProvider } from '../../lib/load-identity-provider.ts';
import { logQuietly } from '../../lib/log-quietly.ts';
import styles from './auth-panel.module.css';
import { type AuthStep, labelOfStep } from './auth-step.ts';
import { ConfirmStep } from './confirm-step.tsx';
import { CredentialsStep } from './credentials-step.tsx';
import { ForgotPasswordStep } from './forgot-password-step.tsx';
import { NewEmailStep } from './new-email-step.tsx';
import { NewPasswordStep } from './new-password-step.tsx';
import { RecoverStep } from './recover-step.tsx';
import { SecondFactorStep } from './second-factor-step.tsx';
import { type AuthFlow, useAuthFlow } from './use-auth-flow.ts';

/** The content of `/auth`: registering, confirming an address, signing in, and a new password. */
export default function AuthPanel() {
  const flow = useAuthFlow();
  const { step, message, isIn } = flow;
  const Step = stepNamed[step];

  const panel = useRef<HTMLElement>(null);
  const label = isIn ? 'Signed in' : labelOfStep[step];
  const focusedLabel = useRef(label);
  useEffect(() => {
    if (focusedLabel.current === label) return;
    focusedLabel.current = label;
    panel.current?.focus();
  }, [label]);

  return (
    // Takes the focus when the step changes, because the focused control is removed.
    <section
      ref={panel}
      tabIndex={-1}
      className={styles.panel}
      aria-label={label}
      onFocus={loadIdentityProviderAhead}
    >
      {isIn ? (
        <Progress label="You are signed in. One moment…" />
      ) : (
        <>
          {message && <FormMessage tone={message.tone}>{message.text}</FormMessage>}
          <Step flow={flow} />
        </>
      )}
    </section>
  );
}

const stepNamed: Record<AuthStep, (props: { flow: AuthFlow }) => ReactNode> = {
  credentials: CredentialsStep,
  'forgot-password': ForgotPasswordStep,
  confirm: ConfirmStep,
  'new-password': NewPasswordStep,
  code: SecondFactorStep,
  recover: RecoverStep,
  'new-email': NewEmailStep,
};

/** Preloads the code: a visitor who enters the form will submit it soon. */
function loadIdentityProviderAhead() {
  loadIdentityProvider().catch((cause: unknown) => logQuietly('The sign-in could not be preloaded', cause));
}
