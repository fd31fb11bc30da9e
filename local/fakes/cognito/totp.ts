import { createHmac, randomBytes } from 'node:crypto';

// All authenticator apps use HMAC-SHA-1, 30 seconds and six digits.
// https://www.rfc-editor.org/rfc/rfc6238

const stepSeconds = 30;
const digits = 6;

/** In both directions. https://www.rfc-editor.org/rfc/rfc6238#section-5.2 */
const toleratedSteps = 1;

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** 256 bits, like AWS. */
export const createTotpSecret = (): string => encodeBase32(randomBytes(32));

export const totpStep = (atMs: number): number => Math.floor(atMs / 1000 / stepSeconds);

/** @param secret in base32 */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hmac = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  // https://www.rfc-editor.org/rfc/rfc4226#section-5.3
  const offset = (hmac.at(-1) ?? 0) & 0xf;
  const number = hmac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** Returns the step of a code, or null if it is not a code of this time. */
export function findTotpStep(secret: string, code: string, atMs: number): number | null {
  const now = totpStep(atMs);
  for (let step = now + toleratedSteps; step >= now - toleratedSteps; step--) {
    if (totpCode(secret, step) === code) return step;
  }
  return null;
}

/** https://www.rfc-editor.org/rfc/rfc4648#section-6, without padding, which authenticator apps refuse. */
export function encodeBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => base32Alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

function decodeBase32(text: string): Buffer {
  const bits = [...text]
    .map((letter) => base32Alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
