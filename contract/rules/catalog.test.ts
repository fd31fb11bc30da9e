import { expect, test } from 'vitest';
import { catalog, currentOffer, type Offer, offerOf, onSale } from './catalog.ts';

test('finds the offer of a purchase by a price that is no longer sold', () => {
  const offer: Offer = {
    ...catalog.lifetime,
    priceIds: { dev: 'price_new', prod: 'price_live' },
    formerPriceIds: ['price_old'],
  };
  const nameOf = (priceId: string) => offerOf(priceId, [catalog.earlyAccess, offer])?.name;
  expect(['price_new', 'price_live', 'price_old'].map(nameOf)).toEqual(['Lifetime', 'Lifetime', 'Lifetime']);
  expect(nameOf('price_of_nobody')).toBeUndefined();
  expect(offerOf(catalog.earlyAccess.priceIds.prod)).toBe(catalog.earlyAccess);
});

test('sells the current offer only', () => {
  expect(onSale({ earlyAccess: 'price_a', lifetime: 'price_b' })).toEqual({
    [currentOffer]: currentOffer === 'earlyAccess' ? 'price_a' : 'price_b',
  });
  expect(onSale({})).toEqual({});
});
