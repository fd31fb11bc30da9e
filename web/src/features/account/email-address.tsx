import { Button, TextField } from '@aws-amplify/ui-react';
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { CodeField, codeOf } from '../../components/forms/code-field.tsx';
import { emailOf } from '../../components/forms/email-of.ts';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { ResendCode } from '../../components/forms/resend-code.tsx';
import { SubmitForm } from '../../components/forms/submit-form.tsx';
import { callApi } from '../../lib/call-api.ts';
import { loadIdentityProvider } from '../../lib/load-identity-provider.ts';
import { logQuietly } from '../../lib/log-quietly.ts';
import { providerMessage } from '../../lib/provider-message.ts';
import type { UserRecord } from '../../lib/use-user.ts';
import styles from './account.module.css';
import { ConfirmIdentity } from './confirm-identity.tsx';
import { Step } from './step.tsx';

interface EmailAddressProps extends Pick<UserRecord, 'take'> {
  /** The current address of the account. */
  email: string;
}

/**
 * The address of the account, and the form to change it, which requires the password and a code
 * emailed to the new address.
 */
export function EmailAddress({ email, take }: EmailAddressProps) {
  const { newEmail, remember } = usePendingChange();
  const [step, setStep] = useState<'shown' | 'edit' | 'confirm' | 'changed'>(newEmail ? 'confirm' : 'shown');

  // The link in the email may be opened in another tab, instead of typing the code here.
  const isConfirmed = step === 'confirm' && isSame(email, newEmail);
  useEffect(() => {
    if (!isConfirmed) return;
    remember('');
    setStep('changed');
  }, [isConfirmed, remember]);

  async function request(fields: FormData) {
    const wanted = emailOf(fields);
    if (isSame(email, wanted)) throw new Error('This is already your email address.');
    const { requestEmailChange } = await loadIdentityProvider();
    await requestEmailChange(wanted);
    remember(wanted);
    setStep('confirm');
  }

  async function confirm(code: string) {
    const { confirmEmailChange, accessToken } = await loadIdentityProvider();
    await confirmEmailChange(code);
    remember('');
    setStep('changed');
    try {
      take(await callApi('syncEmail'));
      await accessToken({ forceRefresh: true });
    } catch (cause) {
      // The change succeeded. `createSessionSync` updates the record later.
      logQuietly('The new address has not reached the record yet', cause);
    }
  }

  return (
    <Step name={step} label="Email">
      <span className={styles.row}>
        <span>{email}</span>
        {(step === 'shown' || step === 'changed') && (
          <Button aria-label="Edit email" onClick={() => setStep('edit')}>
            Edit
          </Button>
        )}
      </span>
      {step === 'edit' && (
        <ConfirmIdentity
          submitLabel="Update"
          closeLabel="Close"
          onClose={() => setStep('shown')}
          onProven={request}
        >
          <TextField label="New email" name="email" type="email" autoComplete="email" isRequired />
        </ConfirmIdentity>
      )}
      {step === 'confirm' && (
        <ConfirmChange
          email={newEmail}
          onConfirm={confirm}
          onClose={() => {
            remember('');
            setStep('shown');
          }}
        />
      )}
      {step === 'changed' && <FormMessage tone="success">Your email has been changed.</FormMessage>}
    </Step>
  );
}

/**
 * The address that waits for its code, kept in the history entry, so that a reload does not lose
 * it.
 */
function usePendingChange() {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const { newEmail = '' } = (state ?? {}) as { newEmail?: string };

  const remember = useCallback(
    (wanted: string) => navigate({ search }, { replace: true, state: wanted ? { newEmail: wanted } : null }),
    [navigate, search],
  );
  return { newEmail, remember };
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

interface ConfirmChangeProps {
  email: string;
  onConfirm: (code: string) => Promise<void>;
  onClose: () => void;
}

/** The code in the email to the new address. The email's link contains it too. */
function ConfirmChange({ email, onConfirm, onClose }: ConfirmChangeProps) {
  const [sentAtMs, setSentAtMs] = useState(Date.now);

  async function sendAgain() {
    const { requestEmailChange } = await loadIdentityProvider();
    await requestEmailChange(email);
    setSentAtMs(Date.now());
  }

  return (
    <>
      <FormMessage tone="success">Success! Check your inbox to verify the new email.</FormMessage>
      <p>
        We sent an email to <strong>{email}</strong>. Open its link, or enter the code here. Until then your
        account keeps its current address.
      </p>
      <SubmitForm
        submitLabel="Confirm"
        describeError={providerMessage}
        onSubmit={(fields) => onConfirm(codeOf(fields))}
        actions={
          <Button variation="link" onClick={onClose}>
            Close
          </Button>
        }
      >
        <CodeField label="Code from the email" />
      </SubmitForm>
      <ResendCode email={email} sentAtMs={sentAtMs} onSend={sendAgain} />
    </>
  );
}
