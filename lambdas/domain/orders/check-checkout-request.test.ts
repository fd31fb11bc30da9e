import { afterEach, describe, expect, test } from 'vitest';
import { catalog, type Offer } from '../../../contract/rules/catalog.ts';
import { checkCheckoutRequest } from './check-checkout-request.ts';

const site = 'https://lorewright.example';
const request = {
  priceId: 'price_1',
  success_url: `${site}/success?session={CHECKOUT_SESSION_ID}`,
  cancel_url: `${site}/pricing`,
};
const now = new Date('2026-11-25T12:00:00Z');
const check = (change: object, siteUrl = site) =>
  checkCheckoutRequest(
    { ...request, ...change },
    { priceIds: { earlyAccess: 'price_1', lifetime: 'price_2' }, siteUrl, now },
  );

test.each([
  ['our own pages', {}],
  ['another price of the catalog', { priceId: 'price_2' }],
  ['our host in capitals', { cancel_url: 'https://LOREWRIGHT.example/pricing' }],
  ['our default port, spelled out', { cancel_url: 'https://lorewright.example:443/pricing' }],
])('accepts %s', (_, change) => {
  expect(() => check(change)).not.toThrow();
});

test('finds the offer of the price', () => {
  expect(check({}).offer.name).toBe('Early Access');
  expect(check({ priceId: 'price_2' }).offer.name).toBe('Lifetime');
});

test('sells in the currency of the pages, or in another one of the offer', () => {
  expect(check({ priceId: 'price_2' }).currency).toBe('usd');
  expect(check({ priceId: 'price_2', currency: 'jpy' }).currency).toBe('jpy');
  for (const wrong of [
    { priceId: 'price_2', currency: 'chf' },
    { priceId: 'price_1', currency: 'eur' },
  ])
    expect(() => check(wrong)).toThrow(
      expect.objectContaining({
        code: 'invalid-argument',
        message: 'This offer has no price in that currency.',
      }),
    );
});

describe('an offer with a period', () => {
  const lifetime: Offer = catalog.lifetime;
  afterEach(() => {
    delete lifetime.period;
  });

  test.each([
    ['has ended', { until: '2026-11-24' }],
    ['has not begun', { from: '2026-11-26' }],
  ])('is not sold if it %s', (_, period) => {
    lifetime.period = period;
    expect(() => check({ priceId: 'price_2' })).toThrow(
      expect.objectContaining({ code: 'aborted', message: 'This offer is not sold today.' }),
    );
  });

  test('is sold on the days of its period', () => {
    lifetime.period = { from: '2026-11-25', until: '2026-11-25' };
    expect(check({ priceId: 'price_2' }).currency).toBe('usd');
  });
});

test('accepts a site on another port only with that port', () => {
  const local = 'http://localhost:3000';
  const back = (origin: string) => ({ success_url: `${origin}/success`, cancel_url: `${origin}/pricing` });
  expect(() => check(back(local), local)).not.toThrow();
  expect(() => check(back('http://localhost:3001'), local)).toThrow();
  expect(() => check(back('http://localhost'), local)).toThrow();
});

test.each(['price_3', '', 'PRICE_1', 'price_1 '])('rejects the price %j', (priceId) => {
  expect(() => check({ priceId })).toThrow(expect.objectContaining({ code: 'invalid-argument' }));
});

describe.each(['success_url', 'cancel_url'])('%s', (field) => {
  test.each([
    ['another site', 'https://evil.example/'],
    ['no encryption', 'http://lorewright.example/'],
    ['another port', 'https://lorewright.example:8443/'],
    ['a subdomain', 'https://pay.lorewright.example/'],
    ['our name as a subdomain of another', 'https://lorewright.example.evil.example/'],
    ['our name as the end of another', 'https://notlorewright.example/'],
    ['our name as user', 'https://lorewright.example@evil.example/'],
    ['our name as user and password', 'https://lorewright.example:443@evil.example/'],
    ['our name after a backslash', 'https://evil.example\\@lorewright.example/'],
    ['our name in the path', 'https://evil.example/https://lorewright.example/'],
    ['a script', 'javascript:alert(1)//https://lorewright.example/'],
    ['data', 'data:text/html,lorewright.example'],
    ['a blob of our page', 'blob:https://lorewright.example/2f9c6a0e'],
    ['another protocol', 'ftp://lorewright.example/'],
  ])('must not be %s', (_, url) => {
    expect(() => check({ [field]: url })).toThrow(
      expect.objectContaining({ code: 'invalid-argument', message: `${field} must lead back to this site.` }),
    );
  });
});
