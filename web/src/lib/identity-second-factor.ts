import { fetchAuthSession, fetchMFAPreference, setUpTOTP, verifyTOTPSetup } from 'aws-amplify/auth';
import { brand } from '../../../contract/rules/brand.ts';
import { ask, callPool } from './identity-pool.ts';
import { askSignedIn, signInNeeded } from './identity-sessions.ts';
import { accessToken } from './identity-tokens.ts';
import { loadWebSettings } from './load-web-settings.ts';

/*
 * Part of `identity-provider.ts`; import it only from there. The authenticator app.
 */

/**
 * A new key for an authenticator app, as text and as a URI for a QR code. Nothing changes until
 * `confirmSecondFactor`.
 */
export async function beginSecondFactor(): Promise<{ key: string; uri: string }> {
  const { tokens } = await ask(() => fetchAuthSession());
  const { sharedSecret, getSetupUri } = await askSignedIn(() => setUpTOTP());
  const account = encodeURIComponent(String(tokens?.idToken?.payload.email ?? ''));
  return { key: sharedSecret, uri: getSetupUri(brand, account).toString() };
}

/** Turns the second factor on, if this code shows that the authenticator app has the key. */
export async function confirmSecondFactor(code: string): Promise<void> {
  await askSignedIn(() => verifyTOTPSetup({ code }));
  await setFactors(true);
}

export async function endSecondFactor(): Promise<void> {
  await setFactors(false);
}

export async function hasSecondFactor(): Promise<boolean> {
  const { enabled } = await askSignedIn(() => fetchMFAPreference());
  return enabled?.includes('TOTP') ?? false;
}

/**
 * Turns the app on or off, and also whether a passkey counts as both factors, because the pool would
 * otherwise refuse the passkeys of people with an app. Amplify cannot set the latter.
 * @see https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_SetUserMFAPreference.html
 */
export async function setFactors(isOn: boolean): Promise<void> {
  const { passkeyDomain } = await loadWebSettings();
  await askSignedIn(async () => {
    const AccessToken = await accessToken();
    if (!AccessToken) throw signInNeeded();
    await callPool('SetUserMFAPreference', {
      AccessToken,
      SoftwareTokenMfaSettings: { Enabled: isOn, PreferredMfa: isOn },
      ...(passkeyDomain && { WebAuthnMfaSettings: { Enabled: isOn } }),
    });
  });
}
