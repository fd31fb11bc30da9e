import {
  constants,
  createHash,
  createHmac,
  createPublicKey,
  hkdfSync,
  publicEncrypt,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** The 3072-bit group of RFC 5054 (appendix A), in which Cognito computes SRP-6a with SHA-256. */
export const prime = BigInt(
  `0x${[
    'FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD',
    'EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED',
    'EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F',
    '83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B',
    'E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA0510',
    '15728E5A8AAAC42DAD33170D04507A33A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7DB3970F85A6E1E4C7',
    'ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864D87602733EC86A64521F2B18177B200C',
    'BBE117577A615D6C770988C0BAD946E208E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF',
  ].join('')}`,
);
const generator = 2n;
/** Called k in RFC 5054. */
export const multiplier = numberOf(hash(pad(prime) + pad(generator)));

export function numberOf(hex: string): bigint {
  return BigInt(`0x${hex}`);
}

export function hash(hex: string): string {
  return createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');
}

/** Formats a number like the clients of Cognito: whole bytes, with a zero byte before a set highest bit. */
export function pad(value: bigint): string {
  const digits = value.toString(16);
  const bytes = digits.length % 2 === 0 ? digits : `0${digits}`;
  return /^[89a-f]/.test(bytes) ? `00${bytes}` : bytes;
}

/**
 * Returns `base ** exponent % prime`. RSA encryption without padding computes the same, and OpenSSL is six
 * times as fast as BigInt.
 * @param exponent greater than 0
 */
export function powerOf(base: bigint, exponent: bigint): bigint {
  const key = createPublicKey({
    format: 'jwk',
    key: { kty: 'RSA', n: modulus, e: bytesOf(exponent).toString('base64url') },
  });
  const message = bytesOf(base % prime, primeBytes);
  return numberOf(publicEncrypt({ key, padding: constants.RSA_NO_PADDING }, message).toString('hex'));
}

export const powerOfGenerator = (exponent: bigint): bigint => powerOf(generator, exponent);

const primeBytes = 384;
const modulus = bytesOf(prime).toString('base64url');

/** Big-endian. */
function bytesOf(value: bigint, length = 1): Buffer {
  const digits = value.toString(16);
  const evenLength = digits.length + (digits.length % 2);
  return Buffer.from(digits.padStart(Math.max(evenLength, 2 * length), '0'), 'hex');
}

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

export const srpIdentity = (poolId: string, username: string): SrpIdentity => ({
  poolName: poolId.split('_')[1] ?? '',
  username,
});

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
