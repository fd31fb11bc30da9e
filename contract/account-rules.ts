/** What a password must have. The user pool enforces it, the site says it. */
export const passwordPolicy = {
  minLength: 12,
  requireLowercase: true,
  requireUppercase: true,
  requireDigits: true,
  requireSymbols: false,
} as const;

/** How long a token is good. The browser renews it five minutes before; until it ends, it says of its owner what was true when it was made. */
export const tokenMinutes = 30;

/** How long somebody stays signed in without typing the password again. */
export const signInDays = 30;
