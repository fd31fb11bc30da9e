import { checkStatus, readSince } from '../domain/status/check-status.ts';
import { readAlarms } from '../domain/status/read-alarms.ts';
import { statusFeed } from '../domain/status/status-feed.ts';
import type { Dependencies } from './compose.ts';

/** Writes the status that follows from the alarms now. Safe to repeat, because a check reads the previous status before the alarms. */
export async function publishStatus({ alarms, siteName, siteUrl, store, now }: Dependencies): Promise<void> {
  const status = await store.change(async (previous) => {
    const seen = await readAlarms(alarms, siteName, readSince(previous, now()));
    return checkStatus(previous, seen, now());
  });
  // If a later run was faster, the next check writes its feed again.
  await store.writeFeed(statusFeed(status, siteUrl));
}
