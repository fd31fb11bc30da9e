/** In characters. The user pool enforces it and the forms show it. No kinds of characters are required, because length makes a password harder to guess. */
export const minPasswordLength = 12;

/** How long a token is good. The browser renews it five minutes before; until it ends, it says of its owner what was true when it was made. */
export const tokenMinutes = 30;
