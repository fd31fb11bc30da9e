import { Button, PasswordField } from '@aws-amplify/ui-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { CodeField, codeOf } from '../../components/forms/code-field.tsx';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { SubmitForm, textOf } from '../../components/forms/submit-form.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { loadIdentityProvider } from '../../lib/load-identity-provider.ts';
import { passkeyMessage, secondFactorMessage } from '../../lib/provider-message.ts';
import { useSession } from '../../lib/session.ts';
import { recoveryPath } from '../../lib/sign-in-path.ts';
import { usePasskeys } from '../../lib/use-passkeys.ts';
import styles from './confirm-identity.module.css';
import { Step } from './step.tsx';

interface ConfirmIdentityProps {
  submitLabel: string;
  closeLabel: string;
  onClose: () => void;
  /** The protected action. Gets the fields by name; the form shows what it throws. */
  onProven: (fields: FormData) => Promise<void>;
  /** More fields, before the password. */
  children?: ReactNode;
}

/**
 * Asks before a sensitive action for the password, and for a code if there is a second factor, or
 * for a passkey, which counts as both. People who lost the app find the way to turn it off.
 */
export function ConfirmIdentity({
  submitLabel,
  closeLabel,
  onClose,
  onProven,
  children,
}: ConfirmIdentityProps) {
  const { email } = useSession() ?? {};
  const [step, setStep] = useState<'password' | 'code'>('password');
  const [failure, setFailure] = useState<string | null>(null);
  const typedFields = useRef(new FormData());
  const place = useRef<HTMLDivElement>(null);
  const canUsePasskey = usePasskeys();

  // Only the latest attempt counts. Going back ends it, even if the browser still asks for a passkey.
  const attempts = useRef(0);
  useEffect(
    () => () => {
      attempts.current += 1;
    },
    [],
  );
  function beginAttempt(): () => boolean {
    attempts.current += 1;
    const own = attempts.current;
    return () => own === attempts.current;
  }

  async function submitPassword(fields: FormData) {
    setFailure(null);
    const isLatest = beginAttempt();
    const { reauthenticate } = await loadIdentityProvider();
    const outcome = await reauthenticate(textOf(fields, 'password'));
    if (!isLatest()) return;
    if (outcome === 'done') return onProven(fields);
    typedFields.current = fields;
    setStep('code');
  }

  async function submitPasskey() {
    setFailure(null);
    const fields = completedFields(place.current?.querySelector('form'));
    if (!fields) return;
    const isLatest = beginAttempt();
    const { reauthenticateWithPasskey } = await loadIdentityProvider();
    try {
      await reauthenticateWithPasskey();
      if (isLatest()) await onProven(fields);
    } catch (error) {
      if (step === 'password') throw error;
      // Amplify has forgotten the password, which a code could have completed.
      if (isLatest()) askAgain(passkeyMessage(error));
    }
  }

  async function submitCode(fields: FormData) {
    const code = codeOf(fields);
    const isLatest = beginAttempt();
    const { answerSecondFactor } = await loadIdentityProvider();
    try {
      await answerSecondFactor(code);
      if (isLatest()) await onProven(typedFields.current);
    } catch (error) {
      // A wrong code can be tried again. After any other error this proof is used up, and the
      // fields may need a change.
      if (isWrongCode(error)) throw error;
      askAgain(describeRefusal(error));
    }
  }

  function askAgain(reason: string) {
    setFailure(reason);
    setStep('password');
  }

  const close = (
    <Button variation="link" onClick={onClose}>
      {closeLabel}
    </Button>
  );

  return (
    <Step name={step} label="Confirm that it is you">
      {/* Stays mounted, so that the fields keep their content if the visitor goes back. */}
      <div ref={place} hidden={step === 'code'} className={styles.proof}>
        <SubmitForm
          submitLabel={submitLabel}
          describeError={describeRefusal}
          onSubmit={submitPassword}
          actions={close}
        >
          {/* Tells password managers which account the password belongs to. */}
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          {children}
          <PasswordField
            label="Current password"
            name="password"
            autoComplete="current-password"
            isRequired
          />
          {failure && <FormMessage tone="error">{failure}</FormMessage>}
        </SubmitForm>
        {canUsePasskey && <PasskeyButton onUse={submitPasskey} />}
      </div>
      {step === 'code' && (
        <>
          <SubmitForm
            submitLabel="Confirm"
            describeError={describeRefusal}
            onSubmit={submitCode}
            actions={close}
          >
            <CodeField label="Code from your authenticator app" />
          </SubmitForm>
          {canUsePasskey && <PasskeyButton onUse={submitPasskey} />}
          <Link to={recoveryPath}>Lost your app?</Link>
        </>
      )}
    </Step>
  );
}

function PasskeyButton({ onUse }: { onUse: () => Promise<void> }) {
  const { run, isBusy, failure } = useAction(passkeyMessage);
  return (
    <>
      <Button aria-disabled={isBusy} onClick={() => run(onUse)}>
        Use a passkey instead
      </Button>
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
    </>
  );
}

/** The fields except the password. Null if one is not complete; the browser says which. */
function completedFields(form: HTMLFormElement | null | undefined): FormData | null {
  if (!form) return null;
  const inputs = [...form.querySelectorAll('input')].filter(({ name }) => name !== 'password');
  return inputs.every((input) => input.reportValidity()) ? new FormData(form) : null;
}

function isWrongCode(error: unknown): boolean {
  return error instanceof Error && ['CodeMismatchException', 'ExpiredCodeException'].includes(error.name);
}

function describeRefusal(error: unknown): string {
  const message = secondFactorMessage(error);
  // The provider's message is about a sign-in; this form asked only for the password.
  return message.startsWith('Incorrect username or password') ? 'Incorrect password.' : message;
}
