import { expect, test } from 'vitest';
import { catalog, type Offer } from '../contract/rules/catalog.ts';
import { stages } from '../lib/stages.ts';
import { stripeProducts } from './stripe-products.ts';

test('sells the offers of the catalog at their prices', () => {
  const sold = stripeProducts(stages.local.priceIds, 'included').flatMap(({ prices }) => prices);
  expect(sold).toEqual(
    Object.values<Offer>(catalog).map(
      ({ priceIds, amountInCents, currency, otherAmounts = {}, lookupKey }) => ({
        id: priceIds.local,
        unitAmount: amountInCents,
        currency,
        currencyOptions: Object.fromEntries(
          Object.entries(otherAmounts).map(([other, unitAmount]) => [
            other,
            { unitAmount, taxBehavior: 'inclusive' },
          ]),
        ),
        lookupKey,
        taxBehavior: 'inclusive',
      }),
    ),
  );
});
