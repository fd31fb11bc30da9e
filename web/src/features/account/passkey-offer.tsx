import { Button } from '@aws-amplify/ui-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { loadIdentityProvider } from '../../lib/load-identity-provider.ts';
import { logQuietly } from '../../lib/log-quietly.ts';
import { readStored, writeStored } from '../../lib/stored-text.ts';
import { usePasskeys } from '../../lib/use-passkeys.ts';
import styles from './passkey-offer.module.css';
import { Step } from './step.tsx';

const storageKey = 'passkeyOffered';

/** Offers a passkey to people who have none, once in each browser. */
export function PasskeyOffer() {
  const canUsePasskeys = usePasskeys();
  const [isShown, setIsShown] = useState(false);

  useEffect(() => {
    if (!canUsePasskeys || readStored('local', storageKey)) return;
    let isCurrent = true;
    loadIdentityProvider()
      .then(({ listPasskeys }) => listPasskeys())
      .then((passkeys) => {
        if (!isCurrent) return;
        writeStored('local', storageKey, 'yes');
        setIsShown(passkeys.length === 0);
      })
      .catch((cause: unknown) => logQuietly('The passkeys are unknown', cause));
    return () => {
      isCurrent = false;
    };
  }, [canUsePasskeys]);

  return (
    <Step name={isShown ? 'offer' : 'none'} label="Passkey offer">
      {isShown && (
        <aside aria-label="Passkeys" className={styles.offer}>
          <p>
            You can sign in without a password. Use your fingerprint, your face, or your screen lock instead.
          </p>
          <div>
            <Link to="/account?tab=security">Add a passkey</Link>
            <Button variation="link" onClick={() => setIsShown(false)}>
              Not Now
            </Button>
          </div>
        </aside>
      )}
    </Step>
  );
}
