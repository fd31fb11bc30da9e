import { useEffect, useState } from 'react';
import type { PublicRelease, VersionInfo } from '../../../../contract/records/release.ts';
import { type RecordEntry, recordPath } from '../../../../contract/records/release-record.ts';
import { logQuietly } from '../../lib/log-quietly.ts';

/** The version of the downloads; null while it loads, and if loading fails. */
export function useCurrentVersion(): VersionInfo | null {
  return usePublished<VersionInfo>('/version.json').content;
}

/** All releases, newest first. */
export function useReleases(): Published<PublicRelease[]> {
  return usePublished<PublicRelease[]>('/releases.json');
}

/** Every change of the releases, oldest first. */
export function useReleaseRecord(): Published<RecordEntry[]> {
  return usePublished<RecordEntry[]>(`/${recordPath}`);
}

interface Published<Content> {
  /** Null until it is known. */
  content: Content | null;
  hasFailed: boolean;
}

function usePublished<Content>(path: string): Published<Content> {
  const [published, setPublished] = useState<Published<Content>>({ content: null, hasFailed: false });

  useEffect(() => {
    const abort = new AbortController();
    fetchJson<Content>(path, abort.signal).then(
      (content) => setPublished({ content, hasFailed: false }),
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

async function fetchJson<Content>(path: string, signal: AbortSignal): Promise<Content> {
  // Bypasses the cache, because a release that was just yanked can't be downloaded.
  const response = await fetch(path, { signal, cache: 'no-cache' });
  if (!response.ok) throw new Error(`${path} responded with ${response.status}`);
  return (await response.json()) as Content;
}
