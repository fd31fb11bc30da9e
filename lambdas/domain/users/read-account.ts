import {
  AdminGetUserCommand,
  type AdminGetUserCommandOutput,
  type AttributeType,
  type CognitoIdentityProviderClient,
  GetUserCommand,
  NotAuthorizedException,
  TooManyRequestsException,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { type AccountState, accountState } from '../../../contract/records/stored-data.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Caller } from '../../platform/caller.ts';

/** For callers with a valid token and no account. */
const signInAgain = 'Please sign in again.';

/** @throws AppError `unauthenticated` when the user no longer exists. */
export function orSignInAgain<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new AppError('unauthenticated', signInAgain);
  return found;
}

/** A person's attributes in Cognito, including `email`. */
export type Account = Record<string, string> & { email: string };

interface SignIn {
  account: Account;
  /** Whether a sign-in also needs a code from an authenticator app. */
  hasSecondFactor: boolean;
}

/** Like `readOwnSignIn`, without the sign-in methods. */
export async function readOwnAccount(
  cognito: CognitoIdentityProviderClient,
  caller: Pick<Caller, 'accessToken'>,
): Promise<Account> {
  return (await readOwnSignIn(cognito, caller)).account;
}

/**
 * The caller's account, read with the caller's own token, which needs no permission on the pool.
 * @throws AppError `unauthenticated` when the account is deleted or signed out everywhere, `resource-exhausted` when Cognito throttles
 */
export async function readOwnSignIn(
  cognito: CognitoIdentityProviderClient,
  { accessToken }: Pick<Caller, 'accessToken'>,
): Promise<SignIn> {
  const { UserAttributes, UserMFASettingList } = await cognito
    .send(new GetUserCommand({ AccessToken: accessToken }))
    .catch(explainRefusal);
  return signInOf(UserAttributes, UserMFASettingList);
}

/**
 * Explains why Cognito refused a call with the caller's token.
 * @throws AppError `unauthenticated` or `resource-exhausted`; otherwise the error itself
 */
export function explainRefusal(error: unknown): never {
  if (error instanceof NotAuthorizedException) throw new AppError('unauthenticated', signInAgain);
  throw explained(error);
}

/**
 * The caller's account in Cognito except its attributes. Only administrators may read it, so call `readOwnSignIn` first, which checks the
 * token.
 * @throws AppError `unauthenticated` when the account is deleted, `resource-exhausted` when Cognito throttles
 */
export async function readOwnAccountState(
  cognito: CognitoIdentityProviderClient,
  userPoolId: string,
  { userId }: Pick<Caller, 'userId'>,
): Promise<AccountState> {
  try {
    return stateOf(await adminGetUser(cognito, userPoolId, userId));
  } catch (error) {
    throw explained(error);
  }
}

/** Replaces an error of Cognito with one that explains what to do, if there is one. */
export function explained(error: unknown): unknown {
  if (error instanceof UserNotFoundException) return new AppError('unauthenticated', signInAgain);
  if (error instanceof TooManyRequestsException)
    return new AppError('resource-exhausted', 'We are very busy right now. Please try again in a minute.', {
      retryAfterSeconds: 60,
    });
  return error;
}

/** The account of any user; undefined if it does not exist. */
export async function readAccount(
  cognito: CognitoIdentityProviderClient,
  userPoolId: string,
  userId: string,
): Promise<Account | undefined> {
  return (await readSignIn(cognito, userPoolId, userId))?.account;
}

/**
 * The address and the second factor of any user; undefined if there is no account.
 * @param username the user id or the address
 */
export async function readSignIn(
  cognito: CognitoIdentityProviderClient,
  userPoolId: string,
  username: string,
): Promise<SignIn | undefined> {
  const user = await findUser(cognito, userPoolId, username);
  return user && signInOf(user.UserAttributes, user.UserMFASettingList);
}

/** Like `readSignIn`, with the state of the account. */
export async function readSignInAndState(
  cognito: CognitoIdentityProviderClient,
  userPoolId: string,
  userId: string,
): Promise<(SignIn & { state: AccountState }) | undefined> {
  const user = await findUser(cognito, userPoolId, userId);
  return user && { ...signInOf(user.UserAttributes, user.UserMFASettingList), state: stateOf(user) };
}

const adminGetUser = (cognito: CognitoIdentityProviderClient, userPoolId: string, username: string) =>
  cognito.send(new AdminGetUserCommand({ UserPoolId: userPoolId, Username: username }));

async function findUser(...user: Parameters<typeof adminGetUser>) {
  try {
    return await adminGetUser(...user);
  } catch (error) {
    if (error instanceof UserNotFoundException) return undefined;
    throw error;
  }
}

const stateOf = ({
  Enabled,
  UserCreateDate,
  UserLastModifiedDate,
  UserStatus,
}: AdminGetUserCommandOutput): AccountState =>
  accountState.parse({
    status: UserStatus,
    isEnabled: Enabled,
    createdAt: UserCreateDate?.toISOString(),
    lastChangedAt: UserLastModifiedDate?.toISOString(),
  });

const signInOf = (attributes: AttributeType[] = [], mfaSettings: string[] = []): SignIn => ({
  account: accountOf(attributes),
  hasSecondFactor: mfaSettings.includes('SOFTWARE_TOKEN_MFA'),
});

function accountOf(attributes: AttributeType[]): Account {
  const account = Object.fromEntries(attributes.map(({ Name, Value }) => [Name ?? '', Value ?? '']));
  const { email } = account;
  if (!email) throw new Error('The account has no email address.');
  return { ...account, email };
}
