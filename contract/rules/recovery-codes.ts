/** A person gets this many recovery codes at once. */
export const recoveryCodeCount = 10;

/** How long the team waits before it turns off the second factor of a person who asks for that. */
export const factorResetHours = 24;
