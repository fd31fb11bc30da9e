import { brand } from '../contract/rules/brand.ts';
import { catalog, type Offer, type OfferId, type PriceIds } from '../contract/rules/catalog.ts';
import type { CatalogProduct } from './fakes/stripe/stock-catalog.ts';

/**
 * The products of the Stripe fake: each offer of the catalog that has a price on the local cloud.
 */
export function stripeProducts(priceIds: PriceIds): CatalogProduct[] {
  return (Object.entries(priceIds) as [OfferId, string][]).map(([offerId, priceId]) => {
    const { name, description, amountInCents, currency, lookupKey }: Offer = catalog[offerId];
    return {
      id: `prod_local_${lookupKey}`,
      name: `${brand} ${name}`,
      description,
      prices: [{ id: priceId, unitAmount: amountInCents, currency, lookupKey }],
    };
  });
}
