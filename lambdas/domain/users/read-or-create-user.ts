import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type { Caller } from '../../platform/caller.ts';
import { newUser } from './new-user.ts';
import { orSignInAgain, readOwnAccount } from './read-account.ts';
import type { StoredUser, UserStore } from './user-store.ts';

/**
 * The caller's record, created by the first call. An access token contains no email address, so it is read from Cognito.
 * @throws AppError `unauthenticated` when there is no record and the account is deleted, being deleted, or signed out everywhere.
 */
export async function readOrCreateUser(
  users: Pick<UserStore, 'find' | 'create'>,
  cognito: CognitoIdentityProviderClient,
  caller: Caller,
  now: Date,
): Promise<StoredUser> {
  const existing = await users.find(caller.userId);
  if (existing) return existing;
  const { email } = await readOwnAccount(cognito, caller);
  return orSignInAgain(await users.create(newUser(caller.userId, email, now)));
}
