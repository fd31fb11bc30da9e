/** Cognito stores at most this many passkeys for an account. */
export const maxPasskeys = 20;

/** In characters. */
export const maxPasskeyNameLength = 50;
