import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claimsOf, signLicense } from './sign-license.ts';
import { changedLicenses, testNames, testSigner } from './test-changed-licenses.ts';
import { LicenseError, verifyLicense } from './verify-license.ts';

const siteName = 'lorewright-prod';
const signer = testSigner();
const keys = { keys: [signer.publicJwk] };
const order = { orderId: 'cs_1', amountInCents: 4900, licensedAt: '2026-11-23T10:00:00.999Z' };
const holder = { userId: randomUUID(), email: 'ana@example.test', displayName: 'Anonymous' };
const claims = claimsOf({ siteName, order, holder });
const license = await signLicense(claims, signer);

const verify = (text: string) => verifyLicense(text, { keys, siteName });
const isAccepted = (text: string) =>
  verify(text).then(
    () => true,
    (error) => {
      if (!(error instanceof LicenseError)) throw error;
      return false;
    },
  );

describe('claimsOf', () => {
  it('names the holder, the license and its date', () => {
    expect(claims).toEqual({
      iss: 'lorewright-prod',
      jti: 'cs_1',
      sub: expect.stringMatching(/^[\w-]{22}$/),
      email: 'ana@example.test',
      plan: 'lifetime',
      kind: 'purchase',
      iat: Date.parse('2026-11-23T10:00:00Z') / 1000,
    });
  });

  it('names holders who have a name, and free licenses', () => {
    const named = claimsOf({
      siteName,
      order: { ...order, amountInCents: 0 },
      holder: { ...holder, displayName: 'Ana' },
    });
    expect(named).toMatchObject({ name: 'Ana', kind: 'free' });
  });

  it.each(['', 'a'.repeat(81)])('leaves out a name that the contract does not allow', (displayName) => {
    expect(claimsOf({ siteName, order, holder: { ...holder, displayName } })).not.toHaveProperty('name');
  });

  it.each(['smith&sons@example.com', 'a/b@example.com', 'x=y@example.com', 'ivan@firma.xn--p1ai'])(
    'accepts an address that Cognito accepts: %s',
    async (email) => {
      const ofAddress = claimsOf({ siteName, order, holder: { ...holder, email } });
      expect(await verify(await signLicense(ofAddress, signer))).toMatchObject({ email });
    },
  );

  it('gives a person one pseudonym per site, which is not the user id', () => {
    const again = claimsOf({ siteName, order: { ...order, orderId: 'cs_2' }, holder });
    const elsewhere = claimsOf({ siteName: 'lorewright-dev', order, holder });
    expect(again.sub).toBe(claims.sub);
    expect(elsewhere.sub).not.toBe(claims.sub);
    expect(license).not.toContain(Buffer.from(holder.userId).toString('base64url'));
  });
});

describe('signLicense', () => {
  it('returns the same text for the same claims', async () => {
    expect(await signLicense(claims, signer)).toBe(license);
  });

  it.each([
    { exp: 1 },
    { sub: 'user-1' },
    { kind: 'stolen' },
    { name: 'a'.repeat(81) },
    { email: 'ana' },
    { email: 'ana@example.test\n' },
    { iat: 1.5 },
  ])('refuses claims outside of the schema: %o', async (wrong) => {
    await expect(signLicense({ ...claims, ...wrong } as never, signer)).rejects.toThrow();
  });
});

describe('verifyLicense', () => {
  it('accepts a license, with a name in every script', async () => {
    expect(await verify(license)).toEqual(claims);
    for (const name of testNames) {
      const named = { ...claims, name };
      expect(await verify(await signLicense(named, signer))).toEqual(named);
    }
  });

  it('refuses the license of another stage', async () => {
    const other = verifyLicense(license, { keys, siteName: 'lorewright-dev' });
    await expect(other).rejects.toThrow('The license is for lorewright-prod, not for lorewright-dev.');
  });

  it('accepts licenses of a retired key that is still published, and no others', async () => {
    const retired = testSigner('old');
    const ofOldKey = await signLicense(claims, retired);
    const both = { keys: [...keys.keys, retired.publicJwk] };
    expect(await verifyLicense(ofOldKey, { keys: both, siteName })).toEqual(claims);
    await expect(verify(ofOldKey)).rejects.toThrow('The license was signed with an unknown key.');
  });

  it('accepts none of 10,000 files that were changed', async () => {
    await fc.assert(
      fc.asyncProperty(changedLicenses(license, signer), async (text) => {
        expect(await isAccepted(text)).toBe(false);
      }),
      { numRuns: 10_000 },
    );
  });
});
