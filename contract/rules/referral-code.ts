/** Short, and safe in a URL and in a database key. */
export const referralCodePattern = /^[A-Za-z0-9_-]{3,64}$/;

/** What the codes that we make up consist of: nothing that is mistaken for something else when it is read aloud or copied by hand. */
export const referralCodeAlphabet = '23456789abcdefghjkmnpqrstuvwxyz';

export const referralCodeLength = 8;
