import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { maxUsernameLength } from '../../../contract/rules/account-limits.ts';
import type { Caller } from '../../platform/caller.ts';
import { newUser } from './new-user.ts';
import { orSignInAgain, readAccount, readOwnAccount } from './read-account.ts';
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
