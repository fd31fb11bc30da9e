import { describe, expect, test } from 'vitest';
import { operations } from './operations.ts';
import { type OperationName, routes } from './routes.ts';

const accepts = (name: OperationName, data: unknown) => operations[name].request.safeParse(data).success;

test.each(Object.entries(operations))('%s carries its own name and route', (name, operation) => {
  expect(operation).toMatchObject({ name, ...routes[name as OperationName] });
  expect(operation.path).toMatch(new RegExp(`^/api/${name}(/|$)`));
});

describe('a referral code', () => {
  test.each(['abc', 'A-b_9', 'x'.repeat(64)])('may be %s', (referralCode) => {
    expect(accepts('referralImpression', { referralCode })).toBe(true);
  });

  test.each(['', 'ab', 'x'.repeat(65), 'a b c', 'a#b#c', 'ünïcode', 'abc\n', 7, null])(
    'may not be %j',
    (referralCode) => {
      expect(accepts('referralImpression', { referralCode })).toBe(false);
    },
  );
});

describe('updateMe', () => {
  test.each([
    [{ displayName: 'Ana' }],
    [{ displayName: 'x'.repeat(80) }],
    [{ unsubscriptions: [] }],
    [{ unsubscriptions: ['updates', 'resources', 'feedback', 'newsletter'] }],
    [{ displayName: 'Ana', unsubscriptions: ['updates'] }],
  ])('accepts %j', (change) => {
    expect(accepts('updateMe', change)).toBe(true);
  });

  test.each([
    [{}],
    [{ displayName: '   ' }],
    [{ displayName: 'x'.repeat(81) }],
    [{ unsubscriptions: ['everything'] }],
    [{ unsubscriptions: ['updates', 'updates', 'updates', 'updates', 'updates'] }],
    [{ userId: 'somebody-else', displayName: 'Ana' }],
    [{ subscription: { status: 'active' }, displayName: 'Ana' }],
    [{ email: 'other@example.test', displayName: 'Ana' }],
  ])('refuses %j', (change) => {
    expect(accepts('updateMe', change)).toBe(false);
  });

  test('trims the name', () => {
    expect(operations.updateMe.request.parse({ displayName: '  Ana ' })).toEqual({ displayName: 'Ana' });
  });
});

describe('checkout', () => {
  const request = {
    priceId: 'price_1',
    success_url: 'https://site.test/success',
    cancel_url: 'https://site.test/pricing',
  };

  test.each([[request], [{ ...request, referralCode: 'friend' }]])('accepts %j', (data) => {
    expect(accepts('checkout', data)).toBe(true);
  });

  test.each([
    ['no price', { ...request, priceId: '' }],
    ['an address that is none', { ...request, success_url: '/success' }],
    ['a very long address', { ...request, cancel_url: `https://site.test/${'x'.repeat(2000)}` }],
    ['a referral code that is none', { ...request, referralCode: 'a b' }],
    ['an amount of the buyer’s own', { ...request, amount: 1 }],
  ])('refuses %s', (_, data) => {
    expect(accepts('checkout', data)).toBe(false);
  });
});

test.each([
  ['mac-arm64', true],
  ['mac-x64', true],
  ['win-x64', true],
  ['linux-x64', false],
  ['', false],
  ['toString', false],
])('a download for %j is accepted: %s', (platform, expected) => {
  expect(accepts('download', { platform })).toBe(expected);
});
