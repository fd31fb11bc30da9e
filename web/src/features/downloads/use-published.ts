import { useEffect, useState } from 'react';
import type { PublicRelease, VersionInfo } from '../../../../contract/records/release.ts';
import { logQuietly } from '../../lib/log-quietly.ts';

/** The version of the downloads. */
export function useCurrentVersion(): Published<VersionInfo> {
  return usePublished<VersionInfo>('/version.json');
}

/** All releases, newest first. */
export function useReleases(): Published<PublicRelease[]> {
  return usePublished<PublicRelease[]>('/releases.json');
}

interface Published<Content> {
  /** Null until it is known, and if loading fails. */
  content: Content | null;
  hasFailed: boolean;
  /** The site has no such file. */
  isMissing: boolean;
}

const unknown = { content: null, hasFailed: false, isMissing: false };

/** A JSON file that the site writes while it runs. */
export function usePublished<Content>(path: string): Published<Content> {
  const [published, setPublished] = useState<Published<Content>>(unknown);

  useEffect(() => {
    const abort = new AbortController();
    fetchJson<Content>(path, abort.signal).then(
      (content) => setPublished({ ...unknown, content, isMissing: content === null }),
      (cause: unknown) => {
        if (abort.signal.aborted) return;
        logQuietly(`${path} could not be read`, cause);
        setPublished((before) => ({ ...before, hasFailed: true }));
      },
    );
    return () => abort.abort();
  }, [path]);

  return published;
}

/** @returns null for a file that the site does not have */
async function fetchJson<Content>(path: string, signal: AbortSignal): Promise<Content | null> {
  // Bypasses the cache, because a release that was just yanked can't be downloaded.
  const response = await fetch(path, { signal, cache: 'no-cache' });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`${path} responded with ${response.status}`);
  return (await response.json()) as Content;
}
