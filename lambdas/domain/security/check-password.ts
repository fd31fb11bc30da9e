import {
  AdminInitiateAuthCommand,
  type CognitoIdentityProviderClient,
  InvalidParameterException,
  NotAuthorizedException,
  PasswordResetRequiredException,
  RevokeTokenCommand,
  UserNotConfirmedException,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { logger } from '../../platform/logger.ts';
import { explained } from '../users/read-account.ts';

interface RecoveryClient {
  userPoolId: string;
  /** An app client that only functions use. */
  clientId: string;
}

/** Cognito's errors for wrong credentials, and for correct ones of an account that cannot sign in. */
const refusals = [
  InvalidParameterException,
  NotAuthorizedException,
  PasswordResetRequiredException,
  UserNotConfirmedException,
  UserNotFoundException,
];

/**
 * Checks the password of an account with a second factor. Cognito counts wrong passwords as it does at
 * sign-in.
 * @returns the user id; undefined if the password is wrong, or the account has no second factor
 * @throws AppError `resource-exhausted` when Cognito throttles
 */
export async function checkPassword(
  cognito: CognitoIdentityProviderClient,
  { userPoolId, clientId }: RecoveryClient,
  { email, password }: { email: string; password: string },
): Promise<string | undefined> {
  try {
    const { AuthenticationResult, ChallengeName, ChallengeParameters } = await cognito.send(
      new AdminInitiateAuthCommand({
        UserPoolId: userPoolId,
        ClientId: clientId,
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: email, PASSWORD: password },
      }),
    );
    const token = AuthenticationResult?.RefreshToken;
    if (token) await cognito.send(new RevokeTokenCommand({ ClientId: clientId, Token: token }));
    if (ChallengeName === 'SOFTWARE_TOKEN_MFA') return userIdOf(ChallengeParameters);
    if (ChallengeName) logger.warn('Cognito asked for something other than a code', { ChallengeName });
    return undefined;
  } catch (error) {
    if (!refusals.some((refusal) => error instanceof refusal)) throw explained(error);
    // Cognito reports a malformed password and a wrong configuration with the same error name. Its
    // message could contain the typed password.
    if (error instanceof InvalidParameterException) logger.warn('Cognito refused the parameters');
    return undefined;
  }
}

function userIdOf(challenge: Record<string, string> = {}): string {
  const { USER_ID_FOR_SRP: userId } = challenge;
  // Without this check, every recovery would look like a wrong password.
  if (!userId) throw new Error('Cognito accepted the password, but named no user.');
  return userId;
}
