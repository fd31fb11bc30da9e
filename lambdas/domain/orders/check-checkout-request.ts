import type * as z from 'zod';
import type { operations } from '../../../contract/operations/operations.ts';
import { catalog, type Offer, type OfferId, type PriceIds } from '../../../contract/rules/catalog.ts';
import { AppError } from '../../platform/app-error.ts';

export type CheckoutRequest = z.output<typeof operations.checkout.request>;

/**
 * The price must be one that the stage sells for, and the buyer must come back to our own pages.
 * @returns the offer that the price belongs to
 * @throws AppError `invalid-argument`
 */
export function checkCheckoutRequest(request: CheckoutRequest, priceIds: PriceIds, siteUrl: string): Offer {
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
  return catalog[offerId as OfferId];
}
