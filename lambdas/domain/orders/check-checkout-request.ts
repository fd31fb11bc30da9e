import type * as orderOperations from '../../../contract/operations/order-operations.ts';
import {
  amountsOf,
  catalog,
  isWithinPeriod,
  type Offer,
  type OfferId,
  type PriceIds,
} from '../../../contract/rules/catalog.ts';
import type * as z from '../../../contract/zod.ts';
import { AppError } from '../../platform/app-error.ts';

export type CheckoutRequest = z.output<typeof orderOperations.checkout.request>;

/** The offer, price and terms of a purchase. */
export interface Sale {
  offer: Offer;
  /** One of the offer's currencies. */
  currency: string;
}

/**
 * Checks that the stage sells the price now and in this currency, and that the buyer returns to our own pages.
 * @throws AppError `invalid-argument`, or `aborted` outside of the period
 */
export function checkCheckoutRequest(
  request: CheckoutRequest,
  { priceIds, siteUrl, now }: { priceIds: PriceIds; siteUrl: string; now: Date },
): Sale {
  const [offerId] = Object.entries(priceIds).find(([, priceId]) => priceId === request.priceId) ?? [];
  if (!offerId) throw new AppError('invalid-argument', 'There is no such price.');
  const site = new URL(siteUrl);
  for (const field of ['success_url', 'cancel_url'] as const) {
    const { origin, protocol, username, password } = new URL(request[field]);
    // A blob: URL has the origin of the page that created it.
    if (origin !== site.origin || protocol !== site.protocol || username || password) {
      throw new AppError('invalid-argument', `${field} must lead back to this site.`);
    }
  }
  const offer: Offer = catalog[offerId as OfferId];
  if (!isWithinPeriod(offer, now)) throw new AppError('aborted', 'This offer is not sold today.');
  const { currency = offer.currency } = request;
  if (!Object.hasOwn(amountsOf(offer), currency))
    throw new AppError('invalid-argument', 'This offer has no price in that currency.');
  return { offer, currency };
}
