import {
  AdminGetUserCommand,
  type AttributeType,
  type CognitoIdentityProviderClient,
  GetUserCommand,
  NotAuthorizedException,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { AppError } from '../platform/app-error.ts';
import type { Caller } from '../platform/caller.ts';

/** What Cognito keeps of a person: attribute names and values, `email` among them. */
export type Account = Record<string, string> & { email: string };

/**
 * The caller's account. Cognito is asked with the caller's own token, which needs no permission on the pool.
 * @throws AppError `unauthenticated` when the account is gone or signed out everywhere.
 */
export async function readOwnAccount(
  cognito: CognitoIdentityProviderClient,
  { accessToken }: Pick<Caller, 'accessToken'>,
): Promise<Account> {
  try {
    const { UserAttributes } = await cognito.send(new GetUserCommand({ AccessToken: accessToken }));
    return accountOf(UserAttributes);
  } catch (error) {
    if (error instanceof NotAuthorizedException || error instanceof UserNotFoundException) {
      throw new AppError('unauthenticated', 'Please sign in again.');
    }
    throw error;
  }
}

/** Anybody's account, undefined when there is none any more. */
export async function readAccount(
  cognito: CognitoIdentityProviderClient,
  userPoolId: string,
  userId: string,
): Promise<Account | undefined> {
  try {
    const { UserAttributes } = await cognito.send(
      new AdminGetUserCommand({ UserPoolId: userPoolId, Username: userId }),
    );
    return accountOf(UserAttributes);
  } catch (error) {
    if (error instanceof UserNotFoundException) return undefined;
    throw error;
  }
}

function accountOf(attributes: AttributeType[] = []): Account {
  const account = Object.fromEntries(attributes.map(({ Name, Value }) => [Name ?? '', Value ?? '']));
  const { email } = account;
  if (!email) throw new Error('The account has no e-mail address.');
  return { ...account, email };
}
