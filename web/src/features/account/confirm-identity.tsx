import { Button, PasswordField } from '@aws-amplify/ui-react';
import { Link } from 'react-router-dom';
import type { Elements } from '../../components/elements.ts';
import { FormAction } from '../../components/forms/action-button.tsx';
import { CodeField } from '../../components/forms/code-field.tsx';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { SubmitForm } from '../../components/forms/submit-form.tsx';
import { passkeyMessage } from '../../lib/provider-message.ts';
import { useSession } from '../../lib/session.ts';
import styles from './account.module.css';
import { Step } from './step.tsx';
import { useHasPasskeys } from './use-has-passkeys.ts';
import { describeRefusal, useProof } from './use-proof.ts';

interface ConfirmIdentityProps {
  submitLabel: string;
  closeLabel: string;
  onClose: () => void;
  /** The protected action, called with the fields by name. The form shows its error. */
  onProven: (fields: FormData) => Promise<void>;
  /** More fields, before the password. */
  children?: Elements;
}

/**
 * Requires the password before a sensitive action, and a code if there is a second factor, or a
 * passkey, which counts as both. People who lost the app find a link to turn it off.
 */
export function ConfirmIdentity({
  submitLabel,
  closeLabel,
  onClose,
  onProven,
  children,
}: ConfirmIdentityProps) {
  const { step, failure, place, submitPassword, submitPasskey, submitCode } = useProof(onProven);
  const { email } = useSession() ?? {};
  const passkeyButton = useHasPasskeys() && (
    <FormAction act={submitPasskey} describeError={passkeyMessage}>
      Use a passkey instead
    </FormAction>
  );
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
          {/* For password managers: the account that the password belongs to. */}
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          {children}
          <PasswordField
            label="Current password"
            name="password"
            autoComplete="current-password"
            isRequired
          />
          {failure !== null && <FormMessage tone="error">{failure}</FormMessage>}
        </SubmitForm>
        {passkeyButton}
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
          {passkeyButton}
          <RecoveryLink />
        </>
      )}
    </Step>
  );
}

/** Leads to the page where a recovery code turns off the app. Signing out first is not necessary. */
export function RecoveryLink() {
  return <Link to="/auth?step=recover">Lost your app?</Link>;
}
