import { describe, expect, test } from 'vitest';
import { canBecome, orderStates, orderStatuses } from './order-states.ts';

test('every state is named, can stay as it is, and leads to others of the table only', () => {
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
  ]);
  for (const status of orderStatuses) {
    expect(canBecome(status, status)).toBe(true);
    expect(orderStatuses).toEqual(expect.arrayContaining([...orderStates[status].next]));
    expect(orderStates[status].next).not.toContain(status);
  }
});

describe('what cannot happen at Stripe does not happen to an order', () => {
  test.each(orderStatuses.filter((status) => status !== 'created'))(
    '%s never becomes created again',
    (status) => {
      expect(canBecome(status, 'created')).toBe(false);
    },
  );

  test.each(['free', 'expired'] as const)('%s is the end', (status) => {
    expect(orderStates[status].next).toEqual([]);
  });

  test.each(['disputed', 'disputeWon', 'disputeLost'] as const)(
    'after %s nothing is simply paid',
    (status) => {
      expect(canBecome(status, 'paid')).toBe(false);
    },
  );

  test.each(['paid', 'refunded', 'disputeWon'] as const)(
    '%s never becomes free, pending, failed, or expired',
    (status) => {
      for (const next of ['free', 'paymentPending', 'failed', 'expired'] as const) {
        expect(canBecome(status, next)).toBe(false);
      }
    },
  );
});

test('the license stays with who has paid, and with who has paid and disputes it', () => {
  const giving = orderStatuses.filter((status) => orderStates[status].givesLicense);
  expect(giving).toEqual(['free', 'paid', 'partlyRefunded', 'disputed', 'disputeWon']);
});
