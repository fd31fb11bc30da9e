import { describe, expect, test } from 'vitest';
import { catalog, currentOffer, type Offer, type PriceIds } from '../contract/rules/catalog.ts';
import { priceIdsOnSale } from './stage-settings.ts';
import { stages } from './stages.ts';

const offers: Offer[] = Object.values(catalog);
const isDistinct = (values: string[]) => new Set(values).size === values.length;

describe('the catalog', () => {
  test.each(Object.entries(stages))('has a price on %s for the current offer', (_, stage) => {
    expect((stage.priceIds as PriceIds)[currentOffer]).toMatch(/^price_/);
  });

  test('has different names for its offers', () => {
    expect(isDistinct(offers.map(({ lookupKey }) => lookupKey))).toBe(true);
    expect(isDistinct(offers.map(({ name }) => name))).toBe(true);
    expect(
      isDistinct(
        offers.flatMap(({ priceIds, formerPriceIds = [] }) => [
          ...Object.values(priceIds),
          ...formerPriceIds,
        ]),
      ),
    ).toBe(true);
  });

  test('names existing stages', () => {
    for (const { priceIds } of offers) {
      expect(Object.keys(stages)).toEqual(expect.arrayContaining(Object.keys(priceIds)));
    }
  });

  test('has prices that Stripe accepts: whole amounts in a currency of three letters', () => {
    for (const { amountInCents, currency } of offers) {
      expect(Number.isInteger(amountInCents) && amountInCents >= 0).toBe(true);
      expect(currency).toMatch(/^[a-z]{3}$/);
    }
  });
});

test('sells the current offer only, except on the local cloud', () => {
  const priceIds = { earlyAccess: 'price_a', lifetime: 'price_b' };
  expect(priceIdsOnSale({ ...stages.dev, priceIds })).toEqual({ [currentOffer]: priceIds[currentOffer] });
  expect(priceIdsOnSale(stages.local)).toEqual(stages.local.priceIds);
});
