import {
  AdminSetUserMFAPreferenceCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { signOutEverywhere } from '../accounts/sign-out-everywhere.ts';

/** Turns off the second factor and ends all sign-ins. Safe to repeat. Passkeys stay. */
export async function turnOffSecondFactor(
  cognito: CognitoIdentityProviderClient,
  { userPoolId, userId }: { userPoolId: string; userId: string },
): Promise<void> {
  await cognito.send(
    new AdminSetUserMFAPreferenceCommand({
      UserPoolId: userPoolId,
      Username: userId,
      SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
      // Cognito needs this setting only next to a second factor.
      WebAuthnMfaSettings: { Enabled: false },
    }),
  );
  await signOutEverywhere(cognito, { userPoolId, userId });
}
