import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { newUser } from './new-user.ts';
import { readAccount } from './read-account.ts';
import type { StoredUser, UserStore } from './user-store.ts';

/** Cognito takes no longer name, and so has no account with a longer address. */
const maxUsernameLength = 128;

/** The record of whoever has this address now, made if they have an account and no record yet. Undefined when nobody has it. */
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
