import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { hash, multiplier, numberOf, pad, powerOf, powerOfGenerator, prime } from './srp-group.ts';

/** Stored instead of a password. Both numbers are hexadecimal. */
export interface PasswordVerifier {
  salt: string;
  verifier: string;
}

/** `poolName` is the part of the pool id after the underscore. */
export interface SrpIdentity {
  poolName: string;
  username: string;
}

export function createPasswordVerifier(
  identity: SrpIdentity,
  password: string,
  salt = randomBytes(16).toString('hex'),
): PasswordVerifier {
  return { salt, verifier: powerOfGenerator(passwordSecret(identity, password, salt)).toString(16) };
}

/** Called x in RFC 5054. */
export function passwordSecret({ poolName, username }: SrpIdentity, password: string, salt: string): bigint {
  const identityHash = createHash('sha256').update(`${poolName}${username}:${password}`).digest('hex');
  return numberOf(hash(pad(numberOf(salt)) + identityHash));
}

export function isPassword(identity: SrpIdentity, password: string, known: PasswordVerifier): boolean {
  return createPasswordVerifier(identity, password, known.salt).verifier === known.verifier;
}

/**
 * Returns the server's public number, and the key that a client with the correct password derives too.
 * Returns null for a client number that RFC 5054 forbids.
 */
export function answerSrp(
  clientPublicHex: string,
  known: PasswordVerifier,
): { serverPublicHex: string; key: Buffer } | null {
  const clientPublic = numberOf(clientPublicHex);
  if (clientPublic % prime === 0n) return null;
  const verifier = numberOf(known.verifier);
  const serverSecret = numberOf(randomBytes(32).toString('hex'));
  const serverPublic = (multiplier * verifier + powerOfGenerator(serverSecret)) % prime;
  const scrambler = numberOf(hash(pad(clientPublic) + pad(serverPublic)));
  const shared = powerOf(clientPublic * powerOf(verifier, scrambler), serverSecret);
  return { serverPublicHex: serverPublic.toString(16), key: deriveKey(shared, scrambler) };
}

export function deriveKey(shared: bigint, scrambler: bigint): Buffer {
  const [secret, salt] = [shared, scrambler].map((value) => Buffer.from(pad(value), 'hex')) as [
    Buffer,
    Buffer,
  ];
  return Buffer.from(hkdfSync('sha256', secret, salt, 'Caldera Derived Key', 16));
}

/** Proves that the client has the key. */
export function srpSignature(
  key: Buffer,
  { poolName, username }: SrpIdentity,
  secretBlock: string,
  timestamp: string,
): Buffer {
  return createHmac('sha256', key)
    .update(poolName + username)
    .update(Buffer.from(secretBlock, 'base64'))
    .update(timestamp)
    .digest();
}

export function isSameSignature(expected: Buffer, given: string): boolean {
  const bytes = Buffer.from(given, 'base64');
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
