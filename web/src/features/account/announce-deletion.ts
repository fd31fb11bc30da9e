import { useEffect, useState } from 'react';

const channelName = 'account-deleted';

/** Notifies the other tabs that the account was deleted. */
export function announceDeletion(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(null);
  channel.close();
}

/** Whether another tab has deleted the account since this page was opened. */
export function useDeletionElsewhere(): boolean {
  const [isDeleted, setIsDeleted] = useState(false);

  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = () => setIsDeleted(true);
    return () => channel.close();
  }, []);

  return isDeleted;
}
