import { useEffect, useState } from 'react';
import type { PublicRelease, VersionInfo } from '../../../../contract/release.ts';
import { logQuietly } from '../../lib/log-quietly.ts';

/** The version that downloads give; null until it is known, and if it cannot be found out. */
export function useCurrentVersion(): VersionInfo | null {
  return usePublished<VersionInfo>('/version.json', true);
}

/** All releases, newest first; asked for when `isWanted`. */
export function useReleases(isWanted: boolean): PublicRelease[] | null {
  return usePublished<PublicRelease[]>('/releases.json', isWanted);
}

function usePublished<Content>(path: string, isWanted: boolean): Content | null {
  const [content, setContent] = useState<Content | null>(null);

  useEffect(() => {
    if (!isWanted) return;
    const abort = new AbortController();
    fetchJson<Content>(path, abort.signal).then(setContent, (cause: unknown) => {
      if (!abort.signal.aborted) logQuietly(`${path} could not be read`, cause);
    });
    return () => abort.abort();
  }, [path, isWanted]);

  return content;
}

async function fetchJson<Content>(path: string, signal: AbortSignal): Promise<Content> {
  const response = await fetch(path, { signal });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as Content;
}
