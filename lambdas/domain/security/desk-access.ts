import {
  AdminRemoveUserFromGroupCommand,
  type CognitoIdentityProviderClient,
  paginateListUsersInGroup,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Group } from '../../../contract/records/groups.ts';
import { signOutEverywhere } from '../accounts/account-pool.ts';
import { readSignIn } from '../users/read-account.ts';

const admins: Group = 'admin';

interface DeskAccessObserver {
  /** Removes an admin, and records it. */
  record: (userId: string, remove: () => Promise<void>) => Promise<void>;
  failed: (error: unknown) => void;
}

interface PoolUser {
  userPoolId: string;
  userId: string;
}

/** Tokens that contain the group stay valid until the account is signed out. */
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
 * Removes each admin without an authenticator app from the group, because a person with only the
 * password could add another app and use the desk. A failure for one admin does not
 * stop the removal of the others.
 */
export async function endDeskAccessWithoutApp(
  cognito: CognitoIdentityProviderClient,
  userPoolId: string,
  observer: DeskAccessObserver,
): Promise<void> {
  try {
    const pages = paginateListUsersInGroup(
      { client: cognito },
      { UserPoolId: userPoolId, GroupName: admins },
    );
    for await (const { Users: users = [] } of pages)
      for (const { Username: userId = '' } of users) await endOrReport(userId);
  } catch (error) {
    observer.failed(error);
  }

  async function endOrReport(userId: string): Promise<void> {
    try {
      const signIn = await readSignIn(cognito, userPoolId, userId);
      if (!signIn || signIn.hasSecondFactor) return;
      const account = { userPoolId, userId };
      await observer.record(userId, async () => {
        // If a run ends before it has removed the account, the next run finds it again.
        await signOutEverywhere(cognito, account);
        await removeFromTeam(cognito, account);
        // Ends sign-ins that began in between. If this fails, their tokens contain the group for at most half an hour.
        await signOutEverywhere(cognito, account).catch(observer.failed);
      });
    } catch (error) {
      observer.failed(error);
    }
  }
}
