/** A person gets this many recovery codes at once. */
export const recoveryCodeCount = 10;

/** How long the team waits before it turns off the second factor of a person who asks for that. */
export const factorResetHours = 24;

/** A request expires after this time. The next one has its own waiting period. */
export const factorResetDays = 7;

/** The steps that the desk offers for a lost second factor: before the waiting period, after it, and at any time in between. */
export const deskResetSteps = ['request', 'complete', 'cancel'] as const;

export type DeskResetStep = (typeof deskResetSteps)[number];

/** The steps of the team for a lost second factor: before the waiting period, and after it. */
export type ResetStep = Exclude<DeskResetStep, 'cancel'>;

/** How long a recovery code may continue a recovery that was interrupted. */
export const interruptedRecoveryMinutes = 15;
