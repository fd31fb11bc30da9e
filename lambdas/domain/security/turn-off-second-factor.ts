import {
  AdminSetUserMFAPreferenceCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { signOutEverywhere } from '../accounts/sign-out-everywhere.ts';
import { removeFromTeam } from './desk-access.ts';

/**
 * Removes the account from the group `admin`, which requires a second factor, ends all sign-ins, and
 * then turns the second factor off. After an interruption the second factor is still on, so a person
 * without the app can repeat it. Passkeys stay.
 * @param account.hasPasskeys whether the stage has passkeys
 */
export async function turnOffSecondFactor(
  cognito: CognitoIdentityProviderClient,
  { userPoolId, userId, hasPasskeys }: { userPoolId: string; userId: string; hasPasskeys: boolean },
): Promise<void> {
  await removeFromTeam(cognito, { userPoolId, userId });
  await signOutEverywhere(cognito, { userPoolId, userId });
  await cognito.send(
    new AdminSetUserMFAPreferenceCommand({
      UserPoolId: userPoolId,
      Username: userId,
      SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
      // For accounts with an app, this setting lets a passkey count as both factors.
      ...(hasPasskeys && { WebAuthnMfaSettings: { Enabled: false } }),
    }),
  );
}
