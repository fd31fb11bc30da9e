import { unconfirmedHours } from '../../../contract/rules/retention.ts';
import type { AccountPool } from './account-pool.ts';

export interface UnconfirmedDependencies {
  accounts: Pick<AccountPool, 'unconfirmed' | 'statusOf' | 'remove'>;
  now: () => Date;
}

/**
 * Removes the accounts whose address was not confirmed in time. It keeps no cursor, because removed accounts are not listed again. Safe to
 * repeat, and to run twice at once.
 * @param observer.failed called with the error of an account that could not be removed; the next run retries it
 * @returns the number of removed accounts
 */
export async function removeUnconfirmed(
  { accounts, now }: UnconfirmedDependencies,
  observer: { hasTime: () => boolean; failed: (error: unknown) => void },
): Promise<number> {
  const latest = now().getTime() - unconfirmedHours * 60 * 60 * 1000;
  let removed = 0;
  for await (const { userId, createdAt } of accounts.unconfirmed()) {
    if (!observer.hasTime()) break;
    if (createdAt.getTime() > latest) continue;
    try {
      // The list may be older than the confirmation of the address.
      if ((await accounts.statusOf(userId)) !== 'UNCONFIRMED') continue;
      await accounts.remove(userId);
      removed += 1;
    } catch (error) {
      observer.failed(error);
    }
  }
  return removed;
}
