import { randomInt } from 'node:crypto';

/** A text of random characters of an alphabet, from a cryptographic source. */
export function randomText(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}
