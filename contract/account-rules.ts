/** The user pool enforces it, the forms say it. Cognito checks nothing else: length makes a password hard to guess, character classes do not. */
export const minPasswordLength = 12;

/** How long a token is good. The browser renews it five minutes before; until it ends, it says of its owner what was true when it was made. */
export const tokenMinutes = 30;

/** How long a registration waits until its address is confirmed. Then `sweepAccounts` removes it. The privacy policy says the same. */
export const unconfirmedHours = 48;

/** How long somebody stays signed in without typing the password again. */
export const signInDays = 30;
