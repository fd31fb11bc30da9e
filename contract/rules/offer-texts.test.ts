import { describe, expect, it } from 'vitest';
import { catalog, type Offer } from './catalog.ts';
import { type OfferTexts, offerTexts } from './offer-texts.ts';

const endless: Offer = { ...catalog.earlyAccess, period: {} };
const free = offerTexts(endless, 'included');
const paid = offerTexts(catalog.lifetime, 'included');
const names = (Object.keys(free) as (keyof OfferTexts)[]).filter((name) => free[name] !== '');

const december: Offer['period'] = { until: '2026-12-31' };
const claim = 'Claim it before the end of December 31, 2026 (UTC), and keep it for life.';

describe('offerTexts', () => {
  it('names the last day of a free offer, with its time zone', () => {
    const texts = offerTexts({ ...catalog.earlyAccess, period: december });
    expect(texts.claim).toBe(claim);
    expect(texts.home).toBe(`${free.home} ${claim}`);
    expect(texts.welcome).toBe(`${free.welcome} ${claim}`);
  });

  it('names no day for a free offer without an end, or for a paid one', () => {
    expect(free.claim).toBe('');
    expect(offerTexts({ ...catalog.earlyAccess, period: { from: '2026-12-01' } })).toEqual(free);
    expect(offerTexts({ ...catalog.lifetime, period: december }, 'included')).toEqual(paid);
  });

  it.each(names)('has words for a paid offer that differ from those for a free offer: %s', (name) => {
    expect(paid[name]).toMatch(/\w/);
    expect(paid[name]).not.toBe(free[name]);
  });

  it.each(['home', 'download', 'faq', 'welcome'] as const)(
    'states the price of a paid offer and how taxes are handled: %s',
    (name) => {
      expect(paid[name]).toContain('$49.00 incl. VAT');
    },
  );
});
