import { expect, test } from 'vitest';
import { catalog, type Offer, offerOf } from './catalog.ts';

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
