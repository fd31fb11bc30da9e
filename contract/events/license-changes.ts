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
 * What the team has to decide. `sendBackFailed`: a refund failed that we made automatically, or whose buyer has since deleted the account.
 * `heldTwice`: a refund or a dispute ended in our favor after its buyer had bought again.
 */
export const concerns = ['sendBackFailed', 'heldTwice'] as const;

export type Concern = (typeof concerns)[number];
