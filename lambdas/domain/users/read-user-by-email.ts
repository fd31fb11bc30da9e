import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { maxUsernameLength } from '../../../contract/rules/account-limits.ts';
import { newUser } from './new-user.ts';
import { readAccount } from './read-account.ts';
import type { StoredUser, UserStore } from './user-store.ts';

/** The record of the user with this address, created if there is only an account. Undefined if no user has the address. */
export async function readUserByEmail(
  users: Pick<UserStore, 'find' | 'create'>,
  cognito: CognitoIdentityProviderClient,
  userPoolId: string,
  email: string,
  now: Date,
): Promise<StoredUser | undefined> {
  if (email.length > maxUsernameLength) return undefined;
  const account = await readAccount(cognito, userPoolId, email);
  if (!account) return undefined;
  const userId = String(account.sub);
  return (await users.find(userId)) ?? users.create(newUser(userId, account.email, now));
}
