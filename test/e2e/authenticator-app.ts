import { setTimeout as wait } from 'node:timers/promises';
import { totpCode, totpStep } from '../../local/fakes/cognito/totp.ts';
import { askUserPool } from '../ask-user-pool.ts';
import type { Person } from '../person.ts';

/** Time to type a code before it expires. */
const marginMs = 8_000;

/** An authenticator app with a key. Each code works once, so each call returns a later one. */
export function authenticatorApp(key: string) {
  let lastStep = 0;
  return {
    /**
     * Returns a code, after waiting until the pool accepts it. The pool accepts codes one step early or
     * late, so two or three codes need no wait.
     */
    async nextCode(): Promise<string> {
      lastStep = Math.max(lastStep + 1, totpStep(Date.now() + marginMs) - 1);
      while (totpStep(Date.now()) + 1 < lastStep) await wait(100);
      return totpCode(key, lastStep);
    },
    /** The code of an unknown key. */
    wrongCode: (): string => totpCode('A'.repeat(52), totpStep(Date.now())),
  };
}

/**
 * Turns on a user's second factor without the page, which has its own tests. Returns the app with
 * the key.
 */
export async function addSecondFactor(
  siteUrl: string,
  { accessToken: AccessToken }: Pick<Person, 'accessToken'>,
) {
  const { SecretCode } = await askUserPool<{ SecretCode: string }>(siteUrl, 'AssociateSoftwareToken', {
    AccessToken,
  });
  const app = authenticatorApp(SecretCode);
  await askUserPool(siteUrl, 'VerifySoftwareToken', { AccessToken, UserCode: await app.nextCode() });
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
  await askUserPool(siteUrl, 'SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings });
  return app;
}
