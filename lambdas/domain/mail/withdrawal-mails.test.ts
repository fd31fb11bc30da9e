import { describe, expect, it } from 'vitest';
import { type WithdrawnOrder, withdrawalOutcome } from './withdrawal-mails.ts';

const order: WithdrawnOrder = {
  amountInCents: 4900,
  status: 'paid',
  createdAt: '2025-09-01T10:00:00.000Z',
  licensedAt: '2025-09-01T10:00:00.000Z',
};
const inTime = '2025-09-02T10:00:00.000Z';
const tooLate = '2025-09-30T10:00:00.000Z';
const outcome = (changes: Partial<WithdrawnOrder>, statedAt = inTime) =>
  withdrawalOutcome({ ...order, ...changes }, new Date(statedAt));

describe('withdrawalOutcome', () => {
  it.each(['paid', 'partlyRefunded', 'disputeWon'] as const)('promises the refund when %s', (status) => {
    expect(outcome({ status })).toMatch(/^We are refunding everything that you paid, .* Your license ends\./);
  });

  it.each([
    ['a payment that has not arrived', { status: 'paymentPending' }, /^Your payment .* not arrived yet\. If/],
    ['an open dispute', { status: 'disputed' }, /if it decides in our favor, we will refund/],
  ] as const)('promises the refund under a condition with %s', (_, changes, text) => {
    expect(outcome(changes)).toMatch(text);
  });

  it.each([
    ['an order that cost nothing', { amountInCents: 0, status: 'free' }, /no payment to refund/],
    ['an unpaid order', { status: 'created' }, /nothing to refund now/],
    ['a failed payment', { status: 'failed' }, /nothing to refund now/],
    ['a refunded order', { status: 'refunded' }, /starts no other refund/],
    ['a refund that is under way', { refundReason: 'requested' }, /starts no other refund/],
    ['a lost dispute', { status: 'disputeLost' }, /starts no other refund/],
  ] as const)('promises an answer, and no refund, for %s', (_, changes, text) => {
    expect(outcome(changes)).toMatch(text);
    expect(outcome(changes)).toMatch(/One of us looks at your statement and writes to you\.$/);
    expect(outcome(changes)).not.toMatch(/we (are |will )?refund/i);
  });

  it('promises an answer instead of a refund after the period', () => {
    expect(outcome({}, tooLate)).toMatch(/^By our count, the 14 days .* were over\. One of us/);
  });

  it('names the earlier statement when the buyer withdraws again', () => {
    const again = { withdrawnAt: inTime, refundReason: 'withdrawn', status: 'refunded' } as const;
    expect(outcome(again)).toMatch(/^You had already withdrawn/);
  });
});
