/** Short, and safe in a URL and in a database key. */
export const referralCodePattern = /^[a-z0-9_-]{3,64}$/;

/**
 * The characters of generated codes: none that people confuse when they read a code aloud or copy
 * it by hand.
 */
export const referralCodeAlphabet = '23456789abcdefghjkmnpqrstuvwxyz';

export const referralCodeLength = 8;

/** Converts a code that a person typed, or that a program wrote in capitals or within a sentence, to its stored form. */
export const tidyReferralCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[\s("'“‘]+|[\s.,;:!?)/"'”’]+$/g, '');
