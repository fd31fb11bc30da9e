/** As many as Cognito keeps for an account. */
export const maxPasskeyNames = 20;

/** In characters. */
export const maxPasskeyNameLength = 50;
