import { useState } from 'react';
import { leaveSite } from './leave-site.ts';
import { messageOf } from './message-of.ts';

export type SignedLink = ReturnType<typeof useSignedLink>;

/** Asks for a link to a file and follows it, one at a time. Links are made on demand: they work for a few minutes only. */
export function useSignedLink() {
  const [busyKey, setBusyKey] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  /** @param key tells files apart, for the button that shows that it works */
  async function follow(key: string, ask: () => Promise<{ url: string }>) {
    if (busyKey) return;
    setBusyKey(key);
    setFailure(null);
    try {
      const { url } = await ask();
      leaveSite(url);
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusyKey(null);
    }
  }

  return { follow, isBusy: (key: string) => busyKey === key, failure };
}
