import { Button } from '@aws-amplify/ui-react';
import { useNavigate } from 'react-router-dom';
import { tokenMinutes } from '../../../../contract/rules/account-limits.ts';
import { FormMessage } from '../../components/forms/form-message.tsx';
import styles from '../../components/forms/submit-form.module.css';
import { useAction } from '../../components/forms/use-action.ts';
import { loadIdentityProvider } from '../../lib/load-identity-provider.ts';
import { providerMessage } from '../../lib/provider-message.ts';
import { currentSession } from '../../lib/session.ts';
import { Step } from './step.tsx';

/** Signs out of this browser, or of all of them. */
export function SignOut() {
  const navigate = useNavigate();
  const { run, isBusy, failure } = useAction(providerMessage);

  const leave = (way: 'signOut' | 'signOutEverywhere') =>
    run(async () => {
      const identity = await loadIdentityProvider();
      try {
        await identity[way]();
      } finally {
        // Also when the call of the identity provider fails: this browser has removed the sign-in.
        if (!currentSession()) navigate('/');
      }
    });

  return (
    <Step name="sign-out" label="Signing out">
      <p>
        “Everywhere” means every browser and device: this browser at once, the others within {tokenMinutes}{' '}
        minutes. Your password, your passkeys and your license file keep working.
      </p>
      <div className={styles.actions}>
        <Button aria-disabled={isBusy} onClick={() => leave('signOut')}>
          Sign Out
        </Button>
        <Button aria-disabled={isBusy} onClick={() => leave('signOutEverywhere')}>
          Sign Out Everywhere
        </Button>
      </div>
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
    </Step>
  );
}
