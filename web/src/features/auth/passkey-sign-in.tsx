import { Button } from '@aws-amplify/ui-react';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { providerMessage } from '../../lib/provider-message.ts';
import { usePasskeys } from '../../lib/use-passkeys.ts';
import styles from './auth-panel.module.css';

interface PasskeySignInProps {
  /** As typed in the form above. The user pool needs it to know whose passkeys to ask for. */
  email: string;
  onSignIn: (email: string) => Promise<void>;
}

/** A button instead of the password, where the browser can use passkeys. */
export function PasskeySignIn({ email, onSignIn }: PasskeySignInProps) {
  const isPossible = usePasskeys();
  const { run, isBusy, failure } = useAction(providerMessage);
  if (!isPossible) return null;

  const signIn = () =>
    run(async () => {
      if (!email.trim()) throw new Error('Enter your email address first.');
      await onSignIn(email.trim());
    });

  return (
    <div className={styles.passkey}>
      <Button aria-disabled={isBusy} onClick={signIn}>
        Sign in with a passkey
      </Button>
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
    </div>
  );
}
