import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { AppError } from '../../platform/app-error.ts';
import { readSignIn } from '../users/read-account.ts';

interface AccountOfPerson {
  userId: string;
  email: string;
  /** Whether a sign-in also needs a code from an authenticator app. */
  hasApp: boolean;
}

/**
 * The account of a person by the user id only. Cognito also finds accounts by address, and addresses must not get into the audit.
 * @throws AppError `not-found` without an account
 */
export async function findAccountOf(
  pool: CognitoIdentityProviderClient,
  userPoolId: string,
  userId: string,
): Promise<AccountOfPerson> {
  const signIn = await readSignIn(pool, userPoolId, userId);
  if (signIn?.account.sub !== userId)
    throw new AppError('not-found', 'This person has no account. It may have been deleted a moment ago.');
  return { userId, email: signIn.account.email, hasApp: signIn.hasSecondFactor };
}
