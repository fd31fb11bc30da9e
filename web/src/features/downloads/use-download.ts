import { useState } from 'react';
import type { Platform } from '../../../../contract/platforms.ts';
import { callApi } from '../../lib/call-api.ts';
import { leaveSite } from '../../lib/leave-site.ts';
import { messageOf } from '../../lib/message-of.ts';

interface Wanted {
  platform: Platform;
  /** The current one if it is missing. */
  version?: string;
}

export type Download = ReturnType<typeof useDownload>;

/** Asks for the link to a build and follows it, one at a time. The link is made on demand, and works for five minutes. */
export function useDownload() {
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  async function start(next: Wanted) {
    if (wanted) return;
    setWanted(next);
    setFailure(null);
    try {
      const { url } = await callApi('download', next);
      leaveSite(url);
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setWanted(null);
    }
  }

  return {
    start,
    isBusy: ({ platform, version }: Wanted) => wanted?.platform === platform && wanted.version === version,
    failure,
  };
}
