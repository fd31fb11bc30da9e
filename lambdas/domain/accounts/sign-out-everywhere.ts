import {
  AdminUserGlobalSignOutCommand,
  type CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';

/** Ends all sign-ins that an account has now. Their access tokens work at the API until they expire. */
export async function signOutEverywhere(
  cognito: CognitoIdentityProviderClient,
  { userPoolId, userId, abortSignal }: { userPoolId: string; userId: string; abortSignal?: AbortSignal },
): Promise<void> {
  try {
    await cognito.send(
      new AdminUserGlobalSignOutCommand({ UserPoolId: userPoolId, Username: userId }),
      abortSignal && { abortSignal },
    );
  } catch (error) {
    // The account no longer exists.
    if (!(error instanceof UserNotFoundException)) throw error;
  }
}
