import { type MailingStore, oldestResumable } from './mailing-store.ts';

/** Removes the user ids from mailings whose entries in the mail log have expired. Such a mailing cannot be resumed. */
export async function forgetRecipients(
  mailings: Pick<MailingStore, 'all' | 'forgetAll'>,
  now: Date,
): Promise<void> {
  const found = [...(await mailings.all('paused')), ...(await mailings.all('sent'))];
  for (const { slug, status, approvedAt = '', uncertainIds } of found) {
    // The position of a paused mailing is also a user id. Lists do not contain it.
    const mayHoldIds = status === 'paused' || uncertainIds.length > 0;
    if (mayHoldIds && approvedAt <= oldestResumable(now)) await mailings.forgetAll(slug);
  }
}
