import {
  AdminAddUserToGroupCommand,
  AdminListGroupsForUserCommand,
  AdminRemoveUserFromGroupCommand,
  type CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Group } from '../../../contract/records/groups.ts';
import type { UserStore } from './user-store.ts';

const paid: Group = 'paid';

export type PaidGroup = ReturnType<typeof paidGroup>;

/** Membership in the group `paid` of the user pool. Every method does nothing for an account that no longer exists. */
export function paidGroup(pool: CognitoIdentityProviderClient, userPoolId: string) {
  const member = (userId: string) => ({ UserPoolId: userPoolId, Username: userId });

  return {
    /** @returns undefined when there is no such account */
    isMember: (userId: string): Promise<boolean | undefined> =>
      unlessGone(async () => {
        // A user has at most as many groups as the contract names, which fit on one page.
        const { Groups: groups = [] } = await pool.send(new AdminListGroupsForUserCommand(member(userId)));
        return groups.some(({ GroupName: name }) => name === paid);
      }),

    async add(userId: string): Promise<void> {
      await unlessGone(() =>
        pool.send(new AdminAddUserToGroupCommand({ ...member(userId), GroupName: paid })),
      );
    },

    async remove(userId: string): Promise<void> {
      await unlessGone(() =>
        pool.send(new AdminRemoveUserFromGroupCommand({ ...member(userId), GroupName: paid })),
      );
    },
  };
}

async function unlessGone<Result>(act: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof UserNotFoundException) return undefined;
    throw error;
  }
}

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
