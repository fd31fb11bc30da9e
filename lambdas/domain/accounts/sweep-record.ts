import type { DetailOf } from '../../../contract/events/detail-of.ts';
import { findLicensesDue } from '../licenses/issue-license.ts';
import type { OrderStore } from '../orders/order-store.ts';
import { isPaidGroupInSync, type PaidGroup } from '../users/paid-group.ts';
import type { StoredUser, UserStore } from '../users/user-store.ts';
import type { AccountPool } from './account-pool.ts';

export interface RecordDependencies {
  accounts: Pick<AccountPool, 'statusOf'>;
  group: Pick<PaidGroup, 'isMember'>;
  users: Pick<UserStore, 'find'>;
  /** Sends a message that syncs the user's group with their record. Safe to repeat. */
  requestGroupSync: (userId: string) => Promise<void>;
  orders: Pick<OrderStore, 'find'>;
  /** The name of the site, as in license files. */
  siteName: string;
  /** Sends a message that issues the license file of an order. Safe to repeat. */
  requestLicense: (orderId: string) => Promise<void>;
  /** Publishes the event with which `deleteAccountData` starts a deletion. Safe to repeat. */
  requestDeletion: (deletion: DetailOf<'accountDeletionRequested'>) => Promise<void>;
  now: () => Date;
}

export type SweptRecord = 'nothing to do' | 'group requested' | 'license requested' | 'no account';

/** Cognito and the tables show a new account within seconds. The sweep skips younger records. */
const minAgeMs = 60 * 60 * 1000;

/** Compares a record with its account and its license files. A record without an account remains after a deletion that bypassed our functions. */
export async function sweepRecord(dependencies: RecordDependencies, user: StoredUser): Promise<SweptRecord> {
  const { userId, createdAt, subscription } = user;
  const { group, requestGroupSync, now } = dependencies;
  const isOld = now().getTime() - Date.parse(createdAt) >= minAgeMs;
  if (!isOld) return 'nothing to do';
  const isMember = await group.isMember(userId);
  if (isMember === undefined) {
    return (await findWithoutAccount(dependencies, userId)) ? 'no account' : 'nothing to do';
  }
  const isInSync =
    isMember === (subscription.status === 'active') ||
    // The scanned record may be older than the group.
    (await isPaidGroupInSync(dependencies, userId));
  if (isInSync) return sweepLicenses(dependencies, user);
  await requestGroupSync(userId);
  return 'group requested';
}

async function sweepLicenses(dependencies: RecordDependencies, user: StoredUser): Promise<SweptRecord> {
  const due = await findLicensesDue(dependencies, user);
  for (const orderId of due) await dependencies.requestLicense(orderId);
  return due.length > 0 ? 'license requested' : 'nothing to do';
}

/**
 * Reads a record and its account again, and requests the deletion if there is no account.
 * @returns false if there is an account, or no longer a record
 */
export async function deleteWithoutAccount(
  dependencies: RecordDependencies,
  userId: string,
): Promise<boolean> {
  if ((await dependencies.group.isMember(userId)) !== undefined) return false;
  const user = await findWithoutAccount(dependencies, userId);
  if (!user) return false;
  await dependencies.requestDeletion({ userId, email: user.email });
  return true;
}

/** A deletion cannot be undone, so a second Cognito operation must confirm it. */
async function findWithoutAccount(
  { accounts, users }: RecordDependencies,
  userId: string,
): Promise<StoredUser | undefined> {
  return (await accounts.statusOf(userId)) === undefined ? users.find(userId) : undefined;
}
