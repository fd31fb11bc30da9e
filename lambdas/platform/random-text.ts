import { randomInt } from 'node:crypto';

/** So many characters of an alphabet, each as likely as the others, and none to be guessed from those before it. */
export function randomText(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}
