/**
 * The length of a password in characters. The user pool enforces it and the forms show it. No kinds
 * of characters are required, because length makes a password harder to guess.
 */
export const minPasswordLength = 12;

/** The longest name on a license, in UTF-16 units. */
export const maxHolderName = 80;

/** Cognito's limit for a user name. */
export const maxUsernameLength = 128;

/**
 * How long a token is valid. The browser renews it five minutes before it expires. A token keeps
 * the user's data from when it was issued.
 */
export const tokenMinutes = 30;
