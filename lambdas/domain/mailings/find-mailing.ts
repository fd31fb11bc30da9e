import { AppError } from '../../platform/app-error.ts';
import type { MailingStore } from './mailing-store.ts';
import type { StoredMailing } from './stored-mailing.ts';

/** @throws AppError `not-found` */
export async function findMailing(
  mailings: Pick<MailingStore, 'find'>,
  slug: string,
): Promise<StoredMailing> {
  const mailing = await mailings.find(slug);
  if (!mailing) throw new AppError('not-found', 'This mailing does not exist. Load the list again.');
  return mailing;
}
