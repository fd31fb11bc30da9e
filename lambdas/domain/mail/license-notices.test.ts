import { expect, test } from 'vitest';
import { licenseNotice } from './license-notices.ts';

const order = {
  orderId: 'cs_1',
  amountInCents: 4900,
  amountRefundedInCents: 1000,
  currency: 'usd',
  status: 'paid',
} as const;

test.each([
  ['revoked', ['/pricing']],
  ['restored', ['/download']],
  ['paymentFailed', ['/pricing']],
  ['duplicateRefunded', []],
  ['partlyRefunded', []],
] as const)('the notice %s links to %j, to the purchases and to the contact form', (change, action) => {
  const { text } = licenseNotice(change, { order, siteUrl: 'https://site.test' });
  expect(text.match(/https:\S+/g)).toEqual(
    [...action, '/account?tab=purchases', '/contact'].map((path) => `https://site.test${path}`),
  );
});

test('names the amount of a partial refund', () => {
  const { text } = licenseNotice('partlyRefunded', { order, siteUrl: 'https://site.test' });
  expect(text).toContain('We have refunded $10.00 of the price of your license');
  expect(text).toContain('You keep your license.');
});
