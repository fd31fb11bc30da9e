/** Short, and safe in a URL and in a database key. */
export const referralCodePattern = /^[A-Za-z0-9_-]{3,64}$/;

/**
 * The characters of generated codes: none that people confuse when they read a code aloud or copy
 * it by hand.
 */
export const referralCodeAlphabet = '23456789abcdefghjkmnpqrstuvwxyz';

export const referralCodeLength = 8;
