/**
 * What can happen to a license by an order, as its holder is told. `granted`: for the first time. `revoked`: by a full refund or a lost
 * dispute. `restored`: after that, by a dispute that was won all the same or a refund that failed. `duplicateRefunded`: it had been
 * paid for already, and so was paid back. `paymentFailed`: the bank refused, days after the checkout.
 */
export const licenseChanges = [
  'granted',
  'revoked',
  'restored',
  'duplicateRefunded',
  'paymentFailed',
] as const;

export type LicenseChange = (typeof licenseChanges)[number];

/**
 * What a person of the team has to decide. `sendBackFailed`: the bank has returned what we sent back by ourselves, or any refund
 * to somebody who has deleted the account since. `heldTwice`: somebody bought again after their first order had lost its license, and now
 * that payment stands after all.
 */
export const concerns = ['sendBackFailed', 'heldTwice'] as const;

export type Concern = (typeof concerns)[number];
