import { describe, expect, test } from 'vitest';
import { canBecome, orderStates, orderStatuses } from './order-states.ts';

test('names every state, allows it to stay, and leads only to states of the table', () => {
  expect(orderStatuses).toEqual([
    'created',
    'free',
    'paymentPending',
    'failed',
    'expired',
    'paid',
    'partlyRefunded',
    'refunded',
    'disputed',
    'disputeWon',
    'disputeLost',
    'revoked',
  ]);
  for (const status of orderStatuses) {
    expect(canBecome(status, status)).toBe(true);
    expect(orderStatuses).toEqual(expect.arrayContaining([...orderStates[status].next]));
    expect(orderStates[status].next).not.toContain(status);
  }
});

describe('orderStates', () => {
  test.each(orderStatuses.filter((status) => status !== 'created'))(
    'never changes %s to created',
    (status) => {
      expect(canBecome(status, 'created')).toBe(false);
    },
  );

  test.each(['revoked', 'expired'] as const)('never changes %s', (status) => {
    expect(orderStates[status].next).toEqual([]);
  });

  test('lets only a free order become revoked', () => {
    expect(orderStatuses.filter((status) => orderStates[status].next.includes('revoked'))).toEqual(['free']);
    expect(orderStates.free.next).toEqual(['revoked']);
  });

  test.each(['disputed', 'disputeWon', 'disputeLost'] as const)('never changes %s to paid', (status) => {
    expect(canBecome(status, 'paid')).toBe(false);
  });

  test.each(['paid', 'refunded', 'disputeWon'] as const)(
    'never changes %s to free, pending, failed or expired',
    (status) => {
      for (const next of ['free', 'paymentPending', 'failed', 'expired'] as const) {
        expect(canBecome(status, next)).toBe(false);
      }
    },
  );
});

test('grants a license to buyers who have paid, even during a dispute', () => {
  const giving = orderStatuses.filter((status) => orderStates[status].givesLicense);
  expect(giving).toEqual(['free', 'paid', 'partlyRefunded', 'disputed', 'disputeWon']);
});
