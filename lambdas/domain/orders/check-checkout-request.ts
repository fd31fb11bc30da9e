import type * as z from 'zod';
import type { operations } from '../../../contract/operations/operations.ts';
import { AppError } from '../../platform/app-error.ts';

export type CheckoutRequest = z.output<typeof operations.checkout.request>;

/**
 * The price must be in our catalog, and the buyer must come back to our own pages.
 * @throws AppError `invalid-argument`
 */
export function checkCheckoutRequest(
  request: CheckoutRequest,
  catalog: readonly string[],
  siteUrl: string,
): void {
  if (!catalog.includes(request.priceId)) throw new AppError('invalid-argument', 'There is no such price.');
  const site = new URL(siteUrl);
  for (const field of ['success_url', 'cancel_url'] as const) {
    const { origin, protocol, username, password } = new URL(request[field]);
    // A blob: URL has the origin of the page that created it.
    if (origin !== site.origin || protocol !== site.protocol || username || password) {
      throw new AppError('invalid-argument', `${field} must lead back to this site.`);
    }
  }
}
