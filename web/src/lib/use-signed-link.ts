import { useState } from 'react';
import type { RequestOf } from '../../../contract/operations/operations.ts';
import { callApi } from './call-api.ts';
import { leaveSite } from './leave-site.ts';
import { messageOf } from './message-of.ts';

type Operation = 'download' | 'downloadResource';

export type SignedLink<Name extends Operation> = ReturnType<typeof useSignedLink<Name>>;

/**
 * Requests a link to a file and follows it, one at a time. Links are created on demand because they
 * expire.
 */
export function useSignedLink<Name extends Operation>(operation: Name) {
  const [busyKey, setBusyKey] = useState<string | null>(null);
  const [failed, setFailed] = useState<{ key: string; message: string } | null>(null);

  async function follow(key: string, file: RequestOf<Name>) {
    if (busyKey) return;
    setBusyKey(key);
    setFailed(null);
    try {
      const { url } = await callApi<Operation>(operation, file);
      leaveSite(url);
    } catch (error) {
      setFailed({ key, message: messageOf(error) });
    } finally {
      setBusyKey(null);
    }
  }

  return {
    /**
     * The props of the button for a file. Only the button with this key shows progress and failures, so the key must not
     * contain a version that may arrive later.
     */
    buttonOf: (key: string, file: RequestOf<Name>) => ({
      isBusy: busyKey === key,
      failure: failed?.key === key ? failed.message : null,
      onClick: () => void follow(key, file),
    }),
  };
}
