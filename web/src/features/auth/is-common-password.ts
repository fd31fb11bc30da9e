import { commonPasswords, commonWords } from 'virtual:common-passwords';

const passwords = new Set(commonPasswords);
const words = new Set(commonWords);

/**
 * True for passwords that attackers try first: listed ones, a common word with digits or symbols
 * around it, and repetitions.
 */
export function isCommonPassword(password: string): boolean {
  const lowerCase = password.toLowerCase();
  const word = lowerCase.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return passwords.has(lowerCase) || words.has(word) || /^(.{1,8})\1+$/.test(lowerCase);
}
