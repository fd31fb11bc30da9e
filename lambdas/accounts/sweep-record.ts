import type { DetailOf } from '../../contract/events.ts';
import type { PaidGroup } from '../users/paid-group.ts';
import { isPaidGroupInSync } from '../users/sync-paid-group.ts';
import type { StoredUser, UserStore } from '../users/user-store.ts';
import type { AccountPool } from './account-pool.ts';

export interface RecordDependencies {
  accounts: Pick<AccountPool, 'statusOf'>;
  group: Pick<PaidGroup, 'isMember'>;
  users: Pick<UserStore, 'find'>;
  /** Asks the queue of this user to bring their group in line with their record. Safe to repeat. */
  requestGroupSync: (userId: string) => Promise<void>;
  /** Publishes the event with which `deleteAccountData` starts a deletion. Safe to repeat. */
  requestDeletion: (deletion: DetailOf<'accountDeletionRequested'>) => Promise<void>;
  now: () => Date;
}

/** What the sweep did with a record. It withholds a deletion when the limit of deletions is reached. */
export type SweptRecord = 'nothing to do' | 'group requested' | 'deletion requested' | 'deletion withheld';

/** Cognito and the tables show a new account within seconds. The sweep skips younger records. */
const minAgeMs = 60 * 60 * 1000;

/**
 * Compares a record with its account. A record without an account remains after a deletion that bypassed our functions.
 * @param mayDelete false when so many records have no account that the pool is probably the wrong one
 */
export async function sweepRecord(
  dependencies: RecordDependencies,
  { userId, createdAt, subscription }: StoredUser,
  mayDelete: boolean,
): Promise<SweptRecord> {
  const { group, requestGroupSync, now } = dependencies;
  const isOld = now().getTime() - Date.parse(createdAt) >= minAgeMs;
  if (!isOld) return 'nothing to do';
  const isMember = await group.isMember(userId);
  if (isMember === undefined) return sweepWithoutAccount(dependencies, userId, mayDelete);
  if (isMember === (subscription.status === 'active')) return 'nothing to do';
  // The scanned record may be older than the group.
  if (await isPaidGroupInSync(dependencies, userId)) return 'nothing to do';
  await requestGroupSync(userId);
  return 'group requested';
}

async function sweepWithoutAccount(
  { accounts, users, requestDeletion }: RecordDependencies,
  userId: string,
  mayDelete: boolean,
): Promise<SweptRecord> {
  // A deletion cannot be undone, so a second Cognito operation must confirm it.
  if ((await accounts.statusOf(userId)) !== undefined) return 'nothing to do';
  const current = await users.find(userId);
  if (!current) return 'nothing to do';
  if (!mayDelete) return 'deletion withheld';
  await requestDeletion({ userId, email: current.email });
  return 'deletion requested';
}
