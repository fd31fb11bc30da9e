import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto';
import fc from 'fast-check';
import { signLicense } from './sign-license.ts';

/** A key that signs licenses, and its public half as the site publishes it. */
export function testSigner(keyId: string = randomUUID()) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    keyId,
    privateKey,
    publicJwk: { ...publicKey.export({ format: 'jwk' }), kid: keyId, alg: 'EdDSA', use: 'sig' },
    sign: async (message: Uint8Array) => sign(null, message, privateKey),
  };
}

export type TestSigner = ReturnType<typeof testSigner>;

export const testClaims = {
  iss: 'lorewright-prod',
  jti: 'cs_1',
  sub: 'abcdefghij_klmnopqrs-1',
  email: 'ana@example.test',
  plan: 'lifetime',
  kind: 'purchase',
  iat: 1_795_514_400,
} as const;

/** Names in many scripts, as long as the contract allows. */
export const testNames = ['李小龍', 'ศรีบูรพา', 'محمود درويش', '🧙‍♀️'.repeat(16), 'Zoë 𝕏', 'अ'.repeat(80)];

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const licenseHeaderOf = (keyId: string) => ({ alg: 'EdDSA', kid: keyId, typ: 'lorewright-license+jwt' });

/** A text that calls itself unsigned: `alg: none`. */
export function unsignedLicense(license: string): string {
  const [, payload] = license.split('.');
  return `${encode({ alg: 'none' })}.${payload}.`;
}

/**
 * Texts that no verifier may accept, made from a license: flipped bits, swapped and missing parts,
 * trailing data, other algorithms, and headers of other purposes that the right key has signed.
 */
export function changedLicenses(license: string, signer: TestSigner): fc.Arbitrary<string> {
  const [header = '', payload = '', signature = ''] = license.split('.');
  const parts = fc
    .array(fc.constantFrom(header, payload, signature, '', 'e30'), { minLength: 1, maxLength: 5 })
    .map((some) => some.join('.'));
  const inserted = fc
    .tuple(fc.nat(license.length), fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }))
    .map(([at, text]) => license.slice(0, at) + text + license.slice(at));
  const damaged = fc.constantFrom(
    signedWithPublicKey(payload, signer),
    unsignedLicense(license),
    `${header}.${payload}.${'A'.repeat(1_000_000)}`,
    `${license}\n`,
    ` ${license}`,
    `${license}=`,
  );
  const changed = fc.oneof(
    { weight: 6, arbitrary: fc.nat(license.length * 8 - 1).map((bit) => flipBit(license, bit)) },
    { weight: 2, arbitrary: inserted },
    { weight: 1, arbitrary: fc.nat(license.length - 1).map((length) => license.slice(0, length)) },
    { weight: 1, arbitrary: parts },
    { weight: 1, arbitrary: otherHeaders(signer).map((other) => signedAs(other, payload, signer)) },
    { weight: 1, arbitrary: damaged },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  );
  return changed.filter((text) => text !== license);
}

const otherHeaders = ({ publicJwk }: TestSigner): fc.Arbitrary<object> =>
  fc.constantFrom<object>(
    { typ: 'JWT' },
    { typ: undefined },
    { kid: 'other' },
    { kid: undefined },
    { alg: 'none' },
    { alg: 'ES256' },
    { b64: false, crit: ['b64'] },
    { jwk: publicJwk },
  );

/** Signed with the right key, but not as a license. */
function signedAs(otherHeader: object, payload: string, { keyId, privateKey }: TestSigner): string {
  const message = `${encode({ ...licenseHeaderOf(keyId), ...otherHeader })}.${payload}`;
  return `${message}.${sign(null, Buffer.from(message), privateKey).toString('base64url')}`;
}

/** Some verifiers take the public key as the secret of an HMAC. */
function signedWithPublicKey(payload: string, { keyId, privateKey }: TestSigner): string {
  const message = `${encode({ ...licenseHeaderOf(keyId), alg: 'HS256' })}.${payload}`;
  return `${message}.${createHmac('sha256', publicPemOf(privateKey)).update(message).digest('base64url')}`;
}

const publicPemOf = (privateKey: KeyObject) =>
  createPublicKey(privateKey).export({ type: 'spki', format: 'pem' });

function flipBit(license: string, bit: number): string {
  const bytes = Buffer.from(license);
  const at = Math.floor(bit / 8) % bytes.length;
  bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit % 8));
  return bytes.toString('latin1');
}

/** The license of the test claims, and the keys that verify it. */
export async function testLicense() {
  const signer = testSigner();
  return { signer, keys: { keys: [signer.publicJwk] }, license: await signLicense(testClaims, signer) };
}
