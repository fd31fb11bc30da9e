import {
  AdminListGroupsForUserCommand,
  type CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { type Group, groups } from '../../../contract/records/groups.ts';

/** The current groups of any user, strongest first. A token contains the groups at its sign-in or renewal. */
export async function readGroups(
  pool: CognitoIdentityProviderClient,
  userPoolId: string,
  userId: string,
): Promise<Group[]> {
  try {
    // The pool has only the groups of the contract, which fit on one page.
    const { Groups: found = [] } = await pool.send(
      new AdminListGroupsForUserCommand({ UserPoolId: userPoolId, Username: userId }),
    );
    return groups.filter((group) => found.some(({ GroupName: name }) => name === group));
  } catch (error) {
    if (error instanceof UserNotFoundException) return [];
    throw error;
  }
}
