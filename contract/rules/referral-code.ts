/** Short, and safe in a URL and in a database key. */
export const referralCodePattern = /^[a-z0-9_-]{3,64}$/;

/**
 * The characters of generated codes: none that people confuse when they read a code aloud or copy
 * it by hand.
 */
export const referralCodeAlphabet = '23456789abcdefghjkmnpqrstuvwxyz';

export const referralCodeLength = 8;

/** A code as it is stored, from one that a person typed, or that a program wrote in capitals or in a sentence. */
export const tidyReferralCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[\s("'“‘]+|[\s.,;:!?)/"'”’]+$/g, '');
