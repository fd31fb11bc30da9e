import { useState } from 'react';
import { leaveSite } from './leave-site.ts';
import { messageOf } from './message-of.ts';

/**
 * Requests a link to a file and follows it, one at a time. Links are created on demand because they
 * expire.
 */
export function useSignedLink() {
  const [busyKey, setBusyKey] = useState<string | null>(null);
  const [failed, setFailed] = useState<{ key: string; message: string } | null>(null);

  async function follow(key: string, ask: () => Promise<{ url: string }>) {
    if (busyKey) return;
    setBusyKey(key);
    setFailed(null);
    try {
      const { url } = await ask();
      leaveSite(url);
    } catch (error) {
      setFailed({ key, message: messageOf(error) });
    } finally {
      setBusyKey(null);
    }
  }

  /**
   * The props of the button for a file. Only the button with this key shows progress and failures.
   */
  const buttonOf = (key: string, ask: () => Promise<{ url: string }>) => ({
    isBusy: busyKey === key,
    failure: failed?.key === key ? failed.message : null,
    onClick: () => void follow(key, ask),
  });

  return { buttonOf };
}
