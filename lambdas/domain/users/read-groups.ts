import {
  AdminListGroupsForUserCommand,
  type CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { type Group, groups } from '../../../contract/records/groups.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Account, readAccount } from './read-account.ts';

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

/**
 * The account of an admin.
 * @throws AppError `invalid-argument` when the address belongs to nobody in the team
 */
export async function requireAdminAddress(
  pool: CognitoIdentityProviderClient,
  userPoolId: string,
  email: string,
): Promise<Account> {
  const account = await readAccount(pool, userPoolId, email);
  const groups = account ? await readGroups(pool, userPoolId, String(account.sub)) : [];
  if (account && groups.includes('admin')) return account;
  throw new AppError(
    'invalid-argument',
    `${email} is not the address of an admin. A test goes to admins only.`,
  );
}
