import type { PaidGroup } from './paid-group.ts';
import type { UserStore } from './user-store.ts';

interface Dependencies {
  users: Pick<UserStore, 'find'>;
  group: Pick<PaidGroup, 'add' | 'remove'>;
}

/**
 * Sets a user's membership in `paid` from their record. Safe to repeat. Must not run twice at once for the same user, because the slower run
 * would write an older state last. The queue `syncPaidGroup` prevents that.
 */
export async function syncPaidGroup({ users, group }: Dependencies, userId: string): Promise<void> {
  const user = await users.find(userId);
  // The account is being deleted with its groups.
  if (!user) return;
  if (user.subscription.status === 'active') await group.add(userId);
  else await group.remove(userId);
}

interface Comparison {
  users: Pick<UserStore, 'find'>;
  group: Pick<PaidGroup, 'isMember'>;
}

/** Whether the group matches the record. True for a user without a record or an account. */
export async function isPaidGroupInSync({ users, group }: Comparison, userId: string): Promise<boolean> {
  const isMember = await group.isMember(userId);
  const user = await users.find(userId);
  return !user || isMember === undefined || isMember === (user.subscription.status === 'active');
}
