import { createHmac, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { claimsOf, licenseKindOf, signLicense } from './sign-license.ts';
import { testNames, testSigner } from './test-changed-licenses.ts';
import { LicenseError, UnknownKeyError, verifyLicense } from './verify-license.ts';

const siteName = 'lorewright-prod';
const signer = testSigner();
const keys = { keys: [signer.publicJwk] };
const order = { orderId: 'cs_1', amountInCents: 4900, licensedAt: '2026-11-23T10:00:00.999Z' };
const holder = { userId: randomUUID(), email: 'ana@example.test', displayName: 'Anonymous' };
const claims = claimsOf({ siteName, order, holder });
const license = await signLicense(claims, signer);

const verify = (text: string) => verifyLicense(text, { keys, siteName });

describe('claimsOf', () => {
  it('names the holder, the license and its date', () => {
    expect(claimsOf({ siteName, order, holder })).toEqual({
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

  it('keeps a name of the longest length', () => {
    const displayName = 'a'.repeat(80);
    expect(claimsOf({ siteName, order, holder: { ...holder, displayName } }).name).toBe(displayName);
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

  const header = { alg: 'EdDSA', kid: signer.keyId, typ: 'lorewright-license+jwt' };
  /** Signs any content with the right key. */
  async function sign(content: object, otherHeader: object = header): Promise<string> {
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const message = `${encode(otherHeader)}.${encode(content)}`;
    return `${message}.${Buffer.from(await signer.sign(Buffer.from(message))).toString('base64url')}`;
  }
  /** Its parts have one Base64 spelling each. */
  const withSignature = (signature: Uint8Array) =>
    `${license.split('.').slice(0, 2).join('.')}.${Buffer.from(signature).toString('base64url')}`;

  it.each([
    ['nothing', async () => '', 'This is not a license file.'],
    ['two parts', async () => license.split('.').slice(0, 2).join('.'), 'This is not a license file.'],
    [
      'an empty part',
      async () => `${license.split('.').slice(0, 2).join('.')}.`,
      'This is not a license file.',
    ],
    ['a header that is no JSON', async () => 'YWJj.YWJj.YWJj', 'This is not a license file.'],
    ['trailing data', async () => `${license}=`, 'This is not a license file.'],
    [
      'more than any license',
      () => sign({ ...claims, more: 'a'.repeat(8_192) }),
      'This is not a license file.',
    ],
    [
      'another signature',
      async () => withSignature(new Uint8Array(64)),
      'The license was changed after it was signed, or the file is damaged.',
    ],
    [
      'another type',
      () => sign(claims, { ...header, typ: 'JWT' }),
      'This file was signed for another purpose.',
    ],
    [
      'unknown claims',
      () => sign({ ...claims, more: 1 }),
      'The license has claims that this version does not know.',
    ],
  ])('says what is wrong with a file that has %s', async (_, file, message) => {
    const error = await verify(await file()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LicenseError);
    expect(error).not.toBeInstanceOf(UnknownKeyError);
    expect(error).toMatchObject({ message });
  });

  it('reports that a newer key may be missing', async () => {
    await expect(verify(await signLicense(claims, testSigner()))).rejects.toThrow(UnknownKeyError);
  });

  it('accepts only Ed25519', async () => {
    const hmac = { keys: [{ kty: 'oct', k: 'c2VjcmV0', kid: signer.keyId, alg: 'HS256' }] };
    const message = license.split('.').slice(1, 2);
    const encoded = Buffer.from(JSON.stringify({ ...header, alg: 'HS256' })).toString('base64url');
    const signed = `${encoded}.${message}`;
    const signature = createHmac('sha256', 'secret').update(signed).digest('base64url');
    await expect(verifyLicense(`${signed}.${signature}`, { keys: hmac, siteName })).rejects.toThrow(
      'This is not a license file.',
    );
  });
});

describe('licenseKindOf', () => {
  it.each([
    [{ amountInCents: 4900 }, 'purchase'],
    [{ amountInCents: 0 }, 'free'],
    [{ amountInCents: 0, source: 'code' }, 'gift'],
    [{ amountInCents: 0, source: 'gift' }, 'complimentary'],
  ] as const)('calls the license of %o a %s', (order, kind) => {
    expect(licenseKindOf(order)).toBe(kind);
  });
});
