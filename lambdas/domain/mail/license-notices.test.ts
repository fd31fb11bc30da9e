import { describe, expect, it } from 'vitest';
import { licenseNotice } from './license-notices.ts';

const order = {
  orderId: 'cs_1',
  amountInCents: 4900,
  amountRefundedInCents: 1000,
  currency: 'usd',
  status: 'paid',
} as const;

describe('licenseNotice', () => {
  it.each([
    ['refunded', 'We have refunded your payment to Lorewright', 'We have refunded your payment in full'],
    ['disputeLost', 'Your Lorewright license has ended', 'Your license has ended'],
    ['revoked', 'Your Lorewright license has ended', 'Your license has ended'],
  ] as const)('is titled after its reason when the order is %s', (status, subject, heading) => {
    const mail = licenseNotice('revoked', { order: { ...order, status }, siteUrl: 'https://site.test' });
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(heading);
  });

  it.each([
    ['revoked', 'refunded', 'We have refunded your payment in full', 'you ordered a license'],
    ['revoked', 'disputeLost', 'Your bank reversed the payment', 'you ordered a license'],
    ['revoked', 'revoked', 'The license that you received as a gift has ended.', 'you had a license'],
    ['withdrawn', 'paid', 'so we are refunding the whole price', 'you ordered a license'],
    ['withdrawn', 'disputed', 'Your bank is reviewing the payment', 'you ordered a license'],
  ] as const)('explains the notice "%s" for an order with the status "%s"', (change, status, what, why) => {
    const { text } = licenseNotice(change, { order: { ...order, status }, siteUrl: 'https://site.test' });
    expect(text).toContain(what);
    expect(text).toContain(`You are receiving this email because ${why}`);
  });
});
