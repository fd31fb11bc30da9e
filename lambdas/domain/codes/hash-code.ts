import { createHash } from 'node:crypto';
import { codeAlphabet, codeGroupLength, codeGroups } from '../../../contract/rules/license-codes.ts';
import { randomText } from '../../platform/random-text.ts';

/** A code, such as `7K3M-QXTB-9WBD-H2PA`. */
export function newCode(): string {
  return Array.from({ length: codeGroups }, () => randomText(codeAlphabet, codeGroupLength)).join('-');
}

/** The stored form of the characters of a code. They are random and have 80 bits, so a fast hash is enough. */
export function hashCode(characters: string): string {
  return createHash('sha256').update(characters).digest('base64url');
}
