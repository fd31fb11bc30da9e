import { Button } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Progress } from '../../components/progress.tsx';
import { callApi } from '../../lib/call-api.ts';
import { forgetFeedbackDraft } from '../../lib/feedback-draft.ts';
import { loadIdentityProvider } from '../../lib/load-identity-provider.ts';
import { logQuietly } from '../../lib/log-quietly.ts';
import { useAccess } from '../../lib/session.ts';
import styles from './account.module.css';
import type { Deletion } from './account-deleted.tsx';
import { ConfirmIdentity } from './confirm-identity.tsx';
import { Step } from './step.tsx';

interface DeleteAccountProps {
  /**
   * Called after the deletion with the counts of removed and kept items. The sign-out follows.
   */
  onDeleted: (counts: Omit<Deletion, 'email'>) => void;
}

export function DeleteAccount({ onDeleted }: DeleteAccountProps) {
  const hasLicense = useAccess() === 'license';
  const [step, setStep] = useState<'idle' | 'confirm'>('idle');
  const [isDeleting, setIsDeleting] = useState(false);

  async function deleteAccount() {
    setIsDeleting(true);
    try {
      const counts = await callApi('deleteAccountData');
      forgetFeedbackDraft();
      onDeleted(counts);
    } finally {
      setIsDeleting(false);
    }
    try {
      const { signOut } = await loadIdentityProvider();
      await signOut();
    } catch (cause) {
      logQuietly('The sign-in had already ended', cause);
    }
  }

  return (
    <Step name={step} label="Delete your account">
      <p>
        This permanently deletes your sign-in, your license, your referral code and your feedback. We keep
        orders without your user ID and email address, because tax law requires it.
      </p>
      {hasLicense && (
        <p>
          The license ends with your account. You can{' '}
          <Link to="/account?tab=license#pass-on">pass it on to another person</Link> first.
        </p>
      )}
      {step === 'idle' ? (
        <Button onClick={() => setStep('confirm')}>Delete Account</Button>
      ) : (
        <div className={styles.danger}>
          <ConfirmIdentity
            submitLabel="Delete"
            closeLabel="Go Back"
            onClose={() => setStep('idle')}
            onProven={deleteAccount}
          />
        </div>
      )}
      {isDeleting && <Progress label="Deleting your account…" />}
    </Step>
  );
}
