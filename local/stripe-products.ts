import { brand } from '../contract/rules/brand.ts';
import { catalog, type Offer, type OfferId, type PriceIds } from '../contract/rules/catalog.ts';
import { type SalesTax, taxBehaviors } from '../contract/rules/sales-tax.ts';
import type { CatalogProduct } from './fakes/stripe/stock-catalog.ts';

/**
 * The products of the Stripe fake: each offer of the catalog that has a price on the local cloud.
 */
export function stripeProducts(priceIds: PriceIds, salesTax: SalesTax): CatalogProduct[] {
  const taxBehavior = taxBehaviors[salesTax];
  return (Object.entries(priceIds) as [OfferId, string][]).map(([offerId, priceId]) => {
    const offer: Offer = catalog[offerId];
    const { name, description, amountInCents, currency, otherAmounts = {}, lookupKey, taxCode } = offer;
    const taxed = taxBehavior ? { taxBehavior } : {};
    return {
      id: `prod_local_${lookupKey}`,
      name: `${brand} ${name}`,
      description,
      taxCode,
      prices: [
        {
          id: priceId,
          unitAmount: amountInCents,
          currency,
          currencyOptions: Object.fromEntries(
            Object.entries(otherAmounts).map(([other, unitAmount]) => [other, { unitAmount, ...taxed }]),
          ),
          lookupKey,
          ...taxed,
        },
      ],
    };
  });
}
