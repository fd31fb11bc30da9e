import type { LicenseClaims } from '../../../contract/records/license-file.ts';
import type { Order } from '../../../contract/records/order.ts';

/** How the holder of an order got the license. */
export function licenseKindOf({
  amountInCents,
  source,
  isHeldByOther,
}: Pick<Order, 'amountInCents' | 'source'> & { isHeldByOther?: boolean }): LicenseClaims['kind'] {
  if (isHeldByOther) return 'gift';
  if (source) return source === 'code' ? 'gift' : 'complimentary';
  return amountInCents > 0 ? 'purchase' : 'free';
}
