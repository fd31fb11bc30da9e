/**
 * What can happen to a license by an order, as its holder is told. `granted`: for the first time. `revoked`: by a full refund or a lost
 * dispute. `restored`: after that, by a dispute that was won all the same or a refund that failed. `duplicateRefunded`: it had been
 * paid for already, and so was paid back.
 */
export const licenseChanges = ['granted', 'revoked', 'restored', 'duplicateRefunded'] as const;

export type LicenseChange = (typeof licenseChanges)[number];
