import type { LicenseClaims } from '../../../contract/records/license-file.ts';

/** How the buyer of an order got the license. */
export function licenseKindOf({ amountInCents }: { amountInCents: number }): LicenseClaims['kind'] {
  return amountInCents > 0 ? 'purchase' : 'free';
}
