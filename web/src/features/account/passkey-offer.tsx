import { Button } from '@aws-amplify/ui-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { loadIdentityProvider } from '../../lib/load-identity-provider.ts';
import { logQuietly } from '../../lib/log-quietly.ts';
import { readStored, writeStored } from '../../lib/stored-text.ts';
import { usePasskeys } from '../../lib/use-passkeys.ts';
import styles from './passkey-offer.module.css';

const storageKey = 'passkeyOffered';

/** Offers a passkey to people who have none, once in each browser. */
export function PasskeyOffer() {
  const canUsePasskeys = usePasskeys();
  const [isShown, setIsShown] = useState(false);

  useEffect(() => {
    if (!canUsePasskeys || readStored('local', storageKey)) return;
    loadIdentityProvider()
      .then(({ listPasskeys }) => listPasskeys())
      .then((passkeys) => {
        writeStored('local', storageKey, 'yes');
        setIsShown(passkeys.length === 0);
      })
      .catch((cause: unknown) => logQuietly('The passkeys are unknown', cause));
  }, [canUsePasskeys]);

  if (!isShown) return null;
  return (
    <aside aria-label="Passkeys" className={styles.offer}>
      <p>
        You can sign in without your password: with your fingerprint, your face or the lock of your screen.
      </p>
      <div>
        <Link to="/account?tab=security">Add a passkey</Link>
        <Button variation="link" onClick={() => setIsShown(false)}>
          Not Now
        </Button>
      </div>
    </aside>
  );
}
