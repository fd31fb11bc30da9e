import { totpCode, totpStep } from '../../local/fakes/cognito/totp.ts';
import { askUserPool } from '../ask-user-pool.ts';
import type { Person } from '../person.ts';

/** For typing: a code must not grow too old on its way. */
const marginMs = 8_000;

/** An app that knows a key. Each of its codes works once, so it gives a later one each time. */
export function authenticatorApp(key: string) {
  let lastStep = 0;
  return {
    /** One step behind the clock is fine, and so is one ahead: three codes without waiting. */
    nextCode(): string {
      lastStep = Math.max(lastStep + 1, totpStep(Date.now() + marginMs) - 1);
      return totpCode(key, lastStep);
    },
    /** Of a key nobody has. */
    wrongCode: (): string => totpCode('A'.repeat(52), totpStep(Date.now())),
  };
}

/** Turns a person's second factor on without the page, which has tests of its own. Returns the app that has the key. */
export async function addSecondFactor(siteUrl: string, { accessToken: AccessToken }: Person) {
  const { SecretCode } = await askUserPool<{ SecretCode: string }>(siteUrl, 'AssociateSoftwareToken', {
    AccessToken,
  });
  const app = authenticatorApp(SecretCode);
  await askUserPool(siteUrl, 'VerifySoftwareToken', { AccessToken, UserCode: app.nextCode() });
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
  await askUserPool(siteUrl, 'SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings });
  return app;
}
