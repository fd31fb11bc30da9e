import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { newUser } from './new-user.ts';
import { readAccount } from './read-account.ts';
import type { StoredUser, UserStore } from './user-store.ts';

/**
 * The record of a user, created if there is only an account, as between the welcome email and the first visit. Undefined if the
 * account is deleted or being deleted.
 */
export async function readUserById(
  users: Pick<UserStore, 'find' | 'create'>,
  cognito: CognitoIdentityProviderClient,
  userPoolId: string,
  userId: string,
  now: Date,
): Promise<StoredUser | undefined> {
  const existing = await users.find(userId);
  if (existing) return existing;
  const account = await readAccount(cognito, userPoolId, userId);
  return account && users.create(newUser(userId, account.email, now));
}
