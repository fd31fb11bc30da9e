import { expect, test } from 'vitest';
import { checkKey } from './check-key.ts';

test.each([
  ['sk_live_1', 'prod', false],
  ['rk_live_1', 'prod', false],
  ['sk_test_1', 'prod', true],
  ['sk_test_1', 'dev', false],
] as const)('accepts %s for %s', (key, stage, allowsTestKey) => {
  expect(checkKey(key, stage, allowsTestKey)).toBe(key);
});

test.each([
  [undefined, 'dev', /STRIPE_SECRET_KEY/],
  ['', 'dev', /There is no key/],
  ['pk_test_secret', 'dev', /not a secret key/],
  ['sk_live_secret', 'dev', /is a live key/],
  ['sk_test_secret', 'prod', /--with-test-key/],
] as const)('rejects %s for %s without printing the key', (key, stage, message) => {
  const check = () => checkKey(key, stage, false);
  expect(check).toThrow(message);
  expect(check).not.toThrow(/secret$|_secret/);
});
