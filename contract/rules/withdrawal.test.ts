import { describe, expect, it } from 'vitest';
import type { Order } from '../records/order.ts';
import { type OrderStatus, orderStatuses } from '../records/order-states.ts';
import { canWithdraw, withdrawalDays } from './withdrawal.ts';

const order = {
  amountInCents: 4900,
  status: 'paid',
  createdAt: '2025-09-01T10:00:00.000Z',
  licensedAt: '2025-09-01T10:05:00.000Z',
} as const satisfies Partial<Order>;
const soon = new Date('2025-09-02T10:00:00Z');

describe('canWithdraw', () => {
  it.each([
    ['13 days', '2025-09-14T10:05:00Z', true],
    ['the last moment of day 14 in Hawaii', '2025-09-16T09:59:59Z', true],
    ['15 days', '2025-09-16T10:05:00Z', false],
  ])('decides by the time of the statement: %s after the order', (_, statedAt, expected) => {
    expect(canWithdraw(order, new Date(statedAt))).toBe(expected);
  });

  it('extends a period that ends on a weekend to the next working day', () => {
    const saturday = {
      ...order,
      createdAt: '2025-09-06T10:00:00.000Z',
      licensedAt: '2025-09-06T10:00:00.000Z',
    };
    expect(canWithdraw(saturday, new Date('2025-09-22T23:00:00Z'))).toBe(true);
    expect(canWithdraw(saturday, new Date('2025-09-23T10:00:00Z'))).toBe(false);
    const sunday = {
      ...order,
      createdAt: '2025-09-07T10:00:00.000Z',
      licensedAt: '2025-09-07T10:00:00.000Z',
    };
    expect(canWithdraw(sunday, new Date('2025-09-22T23:00:00Z'))).toBe(true);
    expect(canWithdraw(sunday, new Date('2025-09-23T10:00:00Z'))).toBe(false);
  });

  it('counts from the license, because a pending payment may take days', () => {
    const late = { ...order, licensedAt: '2025-09-09T10:00:00.000Z' };
    expect(canWithdraw(late, new Date('2025-09-22T10:00:00Z'))).toBe(true);
  });

  const withdrawable: OrderStatus[] = ['paymentPending', 'paid', 'partlyRefunded', 'disputed', 'disputeWon'];
  it.each(orderStatuses.filter((status) => status !== 'free'))('decides by the status: %s', (status) => {
    expect(canWithdraw({ ...order, status }, soon)).toBe(withdrawable.includes(status));
  });

  it.each([
    ['is free', { status: 'free', amountInCents: 0 }],
    ['is already refunded by us', { refundReason: 'duplicate' }],
    ['is already withdrawn', { withdrawnAt: '2025-09-01T12:00:00.000Z' }],
    ['has a status that only a newer server knows', { status: 'settledOnTheMoon' as OrderStatus }],
  ] as const)('refuses an order that %s', (_, change) => {
    expect(canWithdraw({ ...order, ...change }, soon)).toBe(false);
  });
});

describe('withdrawalDays', () => {
  it('is not shorter than the law allows', () => {
    expect(withdrawalDays).toBeGreaterThanOrEqual(14);
  });
});
