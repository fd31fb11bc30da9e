import { Button, PasswordField } from '@aws-amplify/ui-react';
import { type ReactNode, useRef, useState } from 'react';
import { CodeField, codeOf } from '../../components/forms/code-field.tsx';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { SubmitForm, textOf } from '../../components/forms/submit-form.tsx';
import { loadIdentityProvider } from '../../lib/load-identity-provider.ts';
import { secondFactorMessage } from '../../lib/provider-message.ts';
import { useSession } from '../../lib/session.ts';
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

/** Asks for the password, and for a code if there is a second factor, before a sensitive action. */
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

  async function submitPassword(fields: FormData) {
    setFailure(null);
    const { reauthenticate } = await loadIdentityProvider();
    const outcome = await reauthenticate(textOf(fields, 'password'));
    if (outcome === 'done') return onProven(fields);
    typedFields.current = fields;
    setStep('code');
  }

  async function submitCode(fields: FormData) {
    const code = codeOf(fields);
    const { answerSecondFactor } = await loadIdentityProvider();
    try {
      await answerSecondFactor(code);
      await onProven(typedFields.current);
    } catch (error) {
      // A wrong code can be tried again. After any other error this proof is used up, and the
      // fields may need a change.
      if (isWrongCode(error)) throw error;
      setFailure(describeRefusal(error));
      setStep('password');
    }
  }

  const close = (
    <Button variation="link" onClick={onClose}>
      {closeLabel}
    </Button>
  );

  return (
    <Step name={step} label="Confirm that it is you">
      {/* Stays mounted, so that the fields keep their content if the visitor goes back. */}
      <div hidden={step === 'code'}>
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
      </div>
      {step === 'code' && (
        <SubmitForm
          submitLabel="Confirm"
          describeError={describeRefusal}
          onSubmit={submitCode}
          actions={close}
        >
          <CodeField label="Code from your authenticator app" />
        </SubmitForm>
      )}
    </Step>
  );
}

function isWrongCode(error: unknown): boolean {
  return error instanceof Error && ['CodeMismatchException', 'ExpiredCodeException'].includes(error.name);
}

function describeRefusal(error: unknown): string {
  const message = secondFactorMessage(error);
  // The provider's message is about a sign-in; this form asked only for the password.
  return message.startsWith('Incorrect username or password') ? 'Incorrect password.' : message;
}
