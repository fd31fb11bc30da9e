import { expect, test } from 'vitest';
import {
  amountsOf,
  catalog,
  currentOffer,
  formerOffers,
  isWithinPeriod,
  type Offer,
  offerOf,
  onSale,
} from './catalog.ts';
import { stepOf } from './format-price.ts';

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

test('has the price of the pages first, and no other price of a free offer', () => {
  expect(Object.entries(amountsOf(catalog.lifetime))[0]).toEqual(['usd', 4900]);
  for (const offer of Object.values(catalog)) {
    const amounts = Object.values(amountsOf(offer));
    for (const [currency, amount] of Object.entries(amountsOf(offer)))
      expect(amount % stepOf(currency), `${amount} ${currency}`).toBe(0);
    expect(amounts.every((amount) => amount >= 0)).toBe(true);
    expect(new Set(amounts.map((amount) => amount > 0)).size).toBe(1);
  }
});

test('counts the offers before the current one as former', () => {
  expect(formerOffers('earlyAccess')).toEqual([]);
  expect(formerOffers('lifetime')).toEqual([catalog.earlyAccess]);
});

test.each([
  ['2026-11-30T23:59:59Z', false],
  ['2026-12-01T00:00:00Z', true],
  ['2026-12-31T23:59:59Z', true],
  ['2027-01-01T00:00:00Z', false],
])('sells an offer of December 2026 at %s: %s', (now, expected) => {
  const offer: Offer = { ...catalog.lifetime, period: { from: '2026-12-01', until: '2026-12-31' } };
  expect(isWithinPeriod(offer, new Date(now))).toBe(expected);
  expect(isWithinPeriod(catalog.lifetime, new Date(now))).toBe(true);
});
