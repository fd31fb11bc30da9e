import {
  AdminRemoveUserFromGroupCommand,
  type CognitoIdentityProviderClient,
  paginateListUsersInGroup,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Group } from '../../../contract/records/groups.ts';
import { signOutEverywhere } from '../accounts/sign-out-everywhere.ts';
import { readSignIn } from '../users/read-account.ts';

const admins: Group = 'admin';

interface PoolUser {
  userPoolId: string;
  userId: string;
}

/** Tokens that name the group stay valid until the account is signed out. */
export async function removeFromTeam(
  cognito: CognitoIdentityProviderClient,
  { userPoolId: UserPoolId, userId: Username }: PoolUser,
): Promise<void> {
  try {
    await cognito.send(new AdminRemoveUserFromGroupCommand({ UserPoolId, Username, GroupName: admins }));
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error;
  }
}

/**
 * Removes each admin without an authenticator app from the team: a person who knows only
 * the password could add an app of their own, and use the desk with it.
 * @returns the ids of the removed accounts
 */
export async function endDeskAccessWithoutApp(
  cognito: CognitoIdentityProviderClient,
  userPoolId: string,
): Promise<string[]> {
  const removed: string[] = [];
  const pages = paginateListUsersInGroup({ client: cognito }, { UserPoolId: userPoolId, GroupName: admins });
  for await (const { Users: users = [] } of pages) {
    for (const { Username: userId = '' } of users) {
      const signIn = await readSignIn(cognito, userPoolId, userId);
      if (!signIn || signIn.hasSecondFactor) continue;
      // If a run ends before it has removed the account, the next run finds it again. The second
      // sign-out ends sign-ins that began in between.
      await signOutEverywhere(cognito, { userPoolId, userId });
      await removeFromTeam(cognito, { userPoolId, userId });
      await signOutEverywhere(cognito, { userPoolId, userId });
      removed.push(userId);
    }
  }
  return removed;
}
