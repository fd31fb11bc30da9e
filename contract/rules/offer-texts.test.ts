import { describe, expect, it } from 'vitest';
import { catalog } from './catalog.ts';
import { type OfferTexts, offerTexts } from './offer-texts.ts';

const free = offerTexts(catalog.earlyAccess, 'included');
const paid = offerTexts(catalog.lifetime, 'included');
const names = (Object.keys(free) as (keyof OfferTexts)[]).filter((name) => free[name] !== '');

describe('offerTexts', () => {
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
