import { useEffect, useState } from 'react';
import type { VersionInfo } from '../../../../contract/release.ts';
import { logQuietly } from '../../lib/log-quietly.ts';

/** The version that downloads give; null until it is known, and if it cannot be found out. */
export function useCurrentVersion(): string | null {
  const [version, setVersion] = useState<string | null>(null);

  useEffect(() => {
    const abort = new AbortController();
    fetchVersion(abort.signal).then(setVersion, (cause: unknown) => {
      if (!abort.signal.aborted) logQuietly('The current version is not known', cause);
    });
    return () => abort.abort();
  }, []);

  return version;
}

async function fetchVersion(signal: AbortSignal): Promise<string> {
  const response = await fetch('/version.json', { signal });
  if (!response.ok) throw new Error(`/version.json answered ${response.status}`);
  const { version } = (await response.json()) as VersionInfo;
  return version;
}
