import {
  AdminAddUserToGroupCommand,
  AdminListGroupsForUserCommand,
  AdminRemoveUserFromGroupCommand,
  type CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Group } from '../../../contract/records/groups.ts';

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
