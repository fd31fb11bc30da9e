/** The changes of an account's security that its owner gets an email about. */
export const securityChanges = [
  'factorTurnedOn',
  'factorTurnedOff',
  'passkeyAdded',
  'passkeyRemoved',
  'recoveryCodesRenewed',
  /** It also turned off the second factor and signed out all devices. */
  'recoveryCodeUsed',
  /** The team was asked to turn off the second factor, and will do so after a waiting period. */
  'factorResetRequested',
  'factorResetCanceled',
  /** The team turned off the second factor and signed out all devices. */
  'factorReset',
] as const;

export type SecurityChange = (typeof securityChanges)[number];
