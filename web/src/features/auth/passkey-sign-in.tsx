import { Button } from '@aws-amplify/ui-react';
import { type MouseEvent, useEffect } from 'react';
import { tidyEmail } from '../../../../contract/rules/email-address.ts';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { passkeyMessage } from '../../lib/provider-message.ts';
import { usePasskeys } from '../../lib/use-passkeys.ts';
import styles from './auth-panel.module.css';

interface PasskeySignInProps {
  /** The address in the form around it, by which the user pool finds the passkeys. */
  email: string;
  onSignIn: (email: string) => Promise<void>;
}

/** A button of the sign-in form, where the browser can use passkeys. */
export function PasskeySignIn({ email, onSignIn }: PasskeySignInProps) {
  const isPossible = usePasskeys();
  const { run, isBusy, failure, forgetFailure } = useAction(passkeyMessage);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the person is correcting the address
  useEffect(forgetFailure, [email]);
  if (!isPossible) return null;

  function signIn(event: MouseEvent<HTMLButtonElement>) {
    const field = event.currentTarget.form?.elements.namedItem('email');
    // The browser shows which field is missing, and focuses it.
    if (field instanceof HTMLInputElement && !field.reportValidity()) return;
    void run(() => onSignIn(tidyEmail(email)));
  }

  return (
    <div className={styles.passkey}>
      <Button aria-disabled={isBusy} onClick={signIn}>
        Sign in with a passkey
      </Button>
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
    </div>
  );
}
