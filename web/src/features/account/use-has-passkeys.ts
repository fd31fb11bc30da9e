import { useEffect, useState } from 'react';
import { loadIdentityProvider } from '../../lib/load-identity-provider.ts';
import { logQuietly } from '../../lib/log-quietly.ts';
import { usePasskeys } from '../../lib/use-passkeys.ts';

/** Whether the account has a passkey, if this browser can use one. Null until Cognito has said so. */
export function useHasPasskeys(): boolean | null {
  const isPossible = usePasskeys();
  const [hasOne, setHasOne] = useState<boolean | null>(null);

  useEffect(() => {
    if (!isPossible) return;
    let isCurrent = true;
    loadIdentityProvider()
      .then(({ listPasskeys }) => listPasskeys())
      .then((passkeys) => isCurrent && setHasOne(passkeys.length > 0))
      .catch((cause: unknown) => logQuietly('The passkeys are unknown', cause));
    return () => {
      isCurrent = false;
    };
  }, [isPossible]);

  return hasOne;
}
