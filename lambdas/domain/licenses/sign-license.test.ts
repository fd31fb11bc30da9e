import { createHmac, createPublicKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claimsOf, signLicense } from './sign-license.ts';
import { LicenseError, verifyLicense } from './verify-license.ts';

const siteName = 'lorewright-prod';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const keyId = randomUUID();
const signer = { keyId, sign: async (message: Uint8Array) => sign(null, message, privateKey) };
const keys = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: keyId, alg: 'EdDSA', use: 'sig' }] };
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
  it('tells who holds which license since when', () => {
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
    { iat: 1.5 },
  ])('refuses claims outside of the schema: %o', async (wrong) => {
    await expect(signLicense({ ...claims, ...wrong } as never, signer)).rejects.toThrow();
  });
});

describe('verifyLicense', () => {
  it('accepts a license, with a name in every script', async () => {
    expect(await verify(license)).toEqual(claims);
    for (const name of ['李小龍', 'ศรีบูรพา', 'محمود درويش', '🧙‍♀️'.repeat(16), 'Zoë 𝕏', 'अ'.repeat(80)]) {
      const named = { ...claims, name };
      expect(await verify(await signLicense(named, signer))).toEqual(named);
    }
  });

  it('refuses the license of another stage', async () => {
    const other = verifyLicense(license, { keys, siteName: 'lorewright-dev' });
    await expect(other).rejects.toThrow('The license is for lorewright-prod, not for lorewright-dev.');
  });

  it('accepts licenses of a retired key that is still published, and no others', async () => {
    const { privateKey: old, publicKey: oldPublic } = generateKeyPairSync('ed25519');
    const retired = { ...oldPublic.export({ format: 'jwk' }), kid: 'old', alg: 'EdDSA', use: 'sig' };
    const ofOldKey = await signLicense(claims, {
      keyId: 'old',
      sign: async (message) => sign(null, message, old),
    });
    expect(await verifyLicense(ofOldKey, { keys: { keys: [...keys.keys, retired] }, siteName })).toEqual(
      claims,
    );
    await expect(verify(ofOldKey)).rejects.toThrow('The license was signed with an unknown key.');
  });

  it('accepts none of 10,000 files that were changed', async () => {
    await fc.assert(
      fc.asyncProperty(changedLicense, async (text) => {
        fc.pre(text !== license);
        expect(await isAccepted(text)).toBe(false);
      }),
      { numRuns: 10_000 },
    );
  });
});

const [header = '', payload = '', signature = ''] = license.split('.');
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const publicPem = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' });

/** Signed with our own key, but not as a license. */
function signedAs(changedHeader: object): string {
  const message = `${encode({ alg: 'EdDSA', kid: keyId, typ: 'lorewright-license+jwt', ...changedHeader })}.${payload}`;
  return `${message}.${sign(null, Buffer.from(message), privateKey).toString('base64url')}`;
}

function signedWithPublicKey(): string {
  const message = `${encode({ alg: 'HS256', kid: keyId, typ: 'lorewright-license+jwt' })}.${payload}`;
  return `${message}.${createHmac('sha256', publicPem).update(message).digest('base64url')}`;
}

const flipBit = (bit: number): string => {
  const bytes = Buffer.from(license);
  const at = Math.floor(bit / 8) % bytes.length;
  bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit % 8));
  return bytes.toString('latin1');
};
const anyParts = fc
  .array(fc.constantFrom(header, payload, signature, '', 'e30'), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join('.'));
const insert = fc
  .tuple(fc.nat(license.length), fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }))
  .map(([at, text]) => license.slice(0, at) + text + license.slice(at));
const changedHeader = fc.constantFrom(
  { typ: 'JWT' },
  { typ: undefined },
  { kid: 'other' },
  { kid: undefined },
  { alg: 'none' },
  { alg: 'ES256' },
  { b64: false, crit: ['b64'] },
  { jwk: keys.keys[0] },
);

const changedLicense = fc.oneof(
  { weight: 6, arbitrary: fc.nat(license.length * 8 - 1).map(flipBit) },
  { weight: 2, arbitrary: insert },
  { weight: 1, arbitrary: fc.nat(license.length - 1).map((length) => license.slice(0, length)) },
  { weight: 1, arbitrary: anyParts },
  { weight: 1, arbitrary: changedHeader.map(signedAs) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      signedWithPublicKey(),
      `${encode({ alg: 'none' })}.${payload}.`,
      `${header}.${payload}.${'A'.repeat(1_000_000)}`,
      `${license}\n`,
      ` ${license}`,
      `${license}=`,
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
);
