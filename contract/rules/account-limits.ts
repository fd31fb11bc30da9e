/** In characters. The user pool enforces it and the forms show it. No kinds of characters are required, because length makes a password harder to guess. */
export const minPasswordLength = 12;

/** How long a token is good. The browser renews it five minutes before; until it ends, it says of its owner what was true when it was made. */
export const tokenMinutes = 30;

/** How long an unconfirmed account is kept before `sweepAccounts` removes it. The privacy policy states the same number. */
export const unconfirmedHours = 48;

/** How long somebody stays signed in without typing the password again. */
export const signInDays = 30;
