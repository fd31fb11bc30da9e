import { useEffect, useState } from 'react';

const channelName = 'account-deleted';

/** Notifies the other tabs that the account was deleted. */
export function announceDeletion(): void {
  const channel = openChannel();
  channel?.postMessage(null);
  channel?.close();
}

/** Browsers that block the storage of a site also block its channels. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(channelName);
  } catch {
    return undefined;
  }
}

/** Whether another tab has deleted the account since this page was opened. */
export function useDeletionElsewhere(): boolean {
  const [isDeleted, setIsDeleted] = useState(false);

  useEffect(() => {
    const channel = openChannel();
    if (!channel) return;
    channel.onmessage = () => setIsDeleted(true);
    return () => channel.close();
  }, []);

  return isDeleted;
}
