import { Button } from '@aws-amplify/ui-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { readStored, writeStored } from '../../lib/stored-text.ts';
import styles from './account.module.css';
import { Step } from './step.tsx';
import { useHasPasskeys } from './use-has-passkeys.ts';

const storageKey = 'passkeyOffered';

/** Offers a passkey to people who have none, once in each browser. */
export function PasskeyOffer() {
  const [wasOffered] = useState(() => readStored('local', storageKey) !== null);
  return wasOffered ? null : <FirstOffer />;
}

function FirstOffer() {
  const hasPasskeys = useHasPasskeys();
  const [isClosed, setIsClosed] = useState(false);
  const isShown = hasPasskeys === false && !isClosed;
  useEffect(() => {
    if (hasPasskeys !== null) writeStored('local', storageKey, 'yes');
  }, [hasPasskeys]);

  return (
    <Step name={isShown ? 'offer' : 'none'} label="Passkey offer">
      {isShown && (
        <aside aria-label="Passkeys" className={styles.offer}>
          <p>
            You can sign in without a password. Use your fingerprint, your face, or your screen lock instead.
          </p>
          <div>
            <Link to="/account?tab=security">Add a passkey</Link>
            <Button variation="link" onClick={() => setIsClosed(true)}>
              Not Now
            </Button>
          </div>
        </aside>
      )}
    </Step>
  );
}
