import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type OrderStatus, orderStates, orderStatuses } from '../../../contract/records/order-states.ts';
import { moneyMovements } from './money-movements.ts';

const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`;

/** An order of $58.31 with $9.31 tax in it, with one state each day. */
function movements(...steps: [OrderStatus, refunded?: number][]) {
  const history = steps.map(([status, amountRefundedInCents = 0], index) => ({
    at: at(index + 1),
    status,
    amountRefundedInCents,
  }));
  return moneyMovements({ amountInCents: 5831, taxInCents: 931, history });
}

describe('moneyMovements', () => {
  it('lists the charge when the payment arrives', () => {
    expect(movements(['created'], ['paymentPending'], ['paid'])).toEqual([
      { at: at(3), kind: 'charge', grossInCents: 5831, taxInCents: 931 },
    ]);
  });

  it('gives back the tax of each refund, and all of it in the end', () => {
    expect(movements(['created'], ['paid'], ['partlyRefunded', 1000], ['refunded', 5831])).toEqual([
      { at: at(2), kind: 'charge', grossInCents: 5831, taxInCents: 931 },
      { at: at(3), kind: 'refund', grossInCents: -1000, taxInCents: -160 },
      { at: at(4), kind: 'refund', grossInCents: -4831, taxInCents: -771 },
    ]);
  });

  it.each([
    [
      'refunded',
      5831,
      [
        ['charge', 5831],
        ['refund', -5831],
      ],
    ],
    [
      'partlyRefunded',
      1000,
      [
        ['charge', 5831],
        ['refund', -1000],
      ],
    ],
    [
      'disputeLost',
      0,
      [
        ['charge', 5831],
        ['dispute lost', -5831],
      ],
    ],
  ] as const)('lists the charge of an order that is first seen %s', (status, refunded, expected) => {
    const found = movements(['created'], [status, refunded]);
    expect(found.map(({ kind, grossInCents }) => [kind, grossInCents])).toEqual(expected);
  });

  it('lists money that comes back after a failed refund', () => {
    expect(movements(['created'], ['paid'], ['refunded', 5831], ['paid'])[2]).toEqual({
      at: at(4),
      kind: 'refund reversed',
      grossInCents: 5831,
      taxInCents: 931,
    });
  });

  it('counts a dispute when it is lost, and when an appeal reverses that', () => {
    const found = movements(['created'], ['paid'], ['disputed'], ['disputeLost'], ['disputeWon']);
    expect(found.map(({ kind, grossInCents }) => [kind, grossInCents])).toEqual([
      ['charge', 5831],
      ['dispute lost', -5831],
      ['dispute won', 5831],
    ]);
  });

  it.each(['created', 'free', 'failed', 'expired'] as const)(
    'lists nothing for an order that is %s',
    (status) => {
      const history = [{ at: at(1), status, amountRefundedInCents: 0 }];
      expect(moneyMovements({ amountInCents: status === 'free' ? 0 : 5831, history })).toEqual([]);
    },
  );

  it('adds up to the amount and tax that the seller keeps, after any history', () => {
    const step = fc.record({
      status: fc.constantFrom(...orderStatuses.filter((status) => orderStates[status].isPurchase)),
      amountRefundedInCents: fc.nat(5831),
      at: fc.constant(at(1)),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1 }), fc.nat(2000), (steps, taxInCents) => {
        const history = [...steps, { status: 'refunded' as const, amountRefundedInCents: 5831, at: at(2) }];
        const found = moneyMovements({ amountInCents: 5831, taxInCents, history });
        const sum = (key: 'grossInCents' | 'taxInCents') =>
          found.reduce((total, movement) => total + movement[key], 0);
        expect([sum('grossInCents'), sum('taxInCents')]).toEqual([0, 0]);
        const charges = found.filter(({ kind }) => kind === 'charge');
        expect(charges.map(({ grossInCents }) => grossInCents)).toEqual([5831]);
      }),
    );
  });
});
