import { useEffect, useState } from 'react';
import { isPasskeyHost } from '../../../contract/rules/passkey-host.ts';
import { loadWebSettings } from './load-web-settings.ts';
import { logQuietly } from './log-quietly.ts';

/** Whether this browser, on this host, can use passkeys of the stage. False until that is known. */
export function usePasskeys(): boolean {
  const [isPossible, setIsPossible] = useState(false);

  useEffect(() => {
    if (typeof window.PublicKeyCredential !== 'function') return;
    loadWebSettings().then(
      ({ passkeyDomain }) =>
        setIsPossible(passkeyDomain !== undefined && isPasskeyHost(location.hostname, passkeyDomain)),
      (cause: unknown) => logQuietly('It is unknown whether there are passkeys', cause),
    );
  }, []);

  return isPossible;
}
