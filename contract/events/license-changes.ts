/**
 * Changes of a license by an order, as the emails to its holder name them. `granted`: for the first
 * time. `revoked`: by a full refund, a lost dispute, or, for a gift, by the team. `restored`: after a revocation, by a dispute
 * that was won or a refund that failed. `duplicateRefunded`: the buyer already had a paid license,
 * so the payment was refunded. `paymentPending`: the bank needs days to process the payment. `paymentFailed`: the bank declined days after the checkout.
 * `partlyRefunded`: a part of the payment was refunded, which keeps the license.
 * `withdrawn`: the buyer withdrew from the contract, so the payment is refunded.
 * `passedOn`: another account holds the license now.
 */
export const licenseChanges = [
  'granted',
  'revoked',
  'restored',
  'duplicateRefunded',
  'paymentPending',
  'paymentFailed',
  'partlyRefunded',
  'withdrawn',
  'passedOn',
] as const;

export type LicenseChange = (typeof licenseChanges)[number];

/**
 * Changes that need a decision of the team. `refundFailed`: an automatic refund failed, or its buyer has since
 * deleted the account. `heldTwice`: a refund or a dispute ended in our favor after the buyer had
 * bought again. `disputed`: the bank waits for evidence against a dispute.
 */
export const teamDecisions = ['refundFailed', 'heldTwice', 'disputed'] as const;

export type TeamDecision = (typeof teamDecisions)[number];
