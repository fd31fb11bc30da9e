import { tidyCode } from './typed-code.ts';

/** Without 0, 1, I and O, which look alike. */
export const codeAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Four groups of four characters out of 32 have 80 bits. */
export const codeGroups = 4;
export const codeGroupLength = 4;

/** The most codes of one batch. */
export const maxCodes = 1000;

/** The purposes of a batch of codes. */
export const codeKinds = ['gift', 'education', 'reviewer', 'bundle'] as const;

/**
 * The characters of a code as a person typed it: in lowercase, with or without dashes and spaces.
 * Undefined for a text that cannot be a code.
 */
export function readCode(typed: string): string | undefined {
  const characters = tidyCode(typed);
  const isCode =
    characters.length === codeGroups * codeGroupLength &&
    [...characters].every((character) => codeAlphabet.includes(character));
  return isCode ? characters : undefined;
}
