import {
  type CognitoIdentityProviderClient,
  GetUserCommand,
  NotAuthorizedException,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { AppError } from '../platform/app-error.ts';
import type { Caller } from '../platform/caller.ts';
import { newUser } from './new-user.ts';
import type { StoredUser, UserStore } from './user-store.ts';

/**
 * The caller's record, made on the first call. An access token carries no e-mail, so Cognito is asked for it with the
 * caller's own token, which needs no permission on the pool.
 * @throws AppError `unauthenticated` when the account is gone or signed out everywhere.
 */
export async function readOrCreateUser(
  users: UserStore,
  cognito: CognitoIdentityProviderClient,
  caller: Caller,
  now: Date,
): Promise<StoredUser> {
  return (
    (await users.find(caller.userId)) ??
    (await users.create(newUser(caller.userId, await readEmail(cognito, caller.accessToken), now)))
  );
}

async function readEmail(cognito: CognitoIdentityProviderClient, accessToken: string): Promise<string> {
  try {
    const { UserAttributes: attributes = [] } = await cognito.send(
      new GetUserCommand({ AccessToken: accessToken }),
    );
    const email = attributes.find((attribute) => attribute.Name === 'email')?.Value;
    if (!email) throw new Error('The account has no e-mail address.');
    return email;
  } catch (error) {
    if (error instanceof NotAuthorizedException || error instanceof UserNotFoundException) {
      throw new AppError('unauthenticated', 'Please sign in again.');
    }
    throw error;
  }
}
