import { describe, expect, it } from 'vitest';
import { paidOrder } from './test-orders.ts';
import { totalsOf } from './totals-of.ts';

const order = (change: Parameters<typeof paidOrder>[1]) =>
  paidOrder('cs_1', { currency: 'usd', amountInCents: 4900, amountRefundedInCents: 0, ...change });
/** An order without a license, like an unpaid checkout. */
const { licensedAt: _, ...unlicensed } = order({});

describe('totalsOf', () => {
  it('returns nothing without orders', () => {
    expect(totalsOf([])).toEqual([]);
  });

  it('adds up payments, taxes and refunds by currency', () => {
    expect(
      totalsOf([
        order({ taxInCents: 397 }),
        order({ taxInCents: 100, amountRefundedInCents: 1000 }),
        order({ currency: 'eur', amountInCents: 4300 }),
      ]),
    ).toEqual([
      { currency: 'usd', orders: 2, grossInCents: 9800, taxInCents: 497, refundedInCents: 1000 },
      { currency: 'eur', orders: 1, grossInCents: 4300, taxInCents: 0, refundedInCents: 0 },
    ]);
  });

  it('leaves out orders that cost nothing', () => {
    expect(totalsOf([order({ amountInCents: 0, status: 'free' })])).toEqual([]);
    expect(totalsOf([order({ amountInCents: 0, status: 'free' }), order({})])).toMatchObject([{ orders: 1 }]);
  });

  it.each(['created', 'failed', 'expired'] as const)(
    'counts an order that is %s only as an order',
    (status) => {
      expect(totalsOf([{ ...unlicensed, status, taxInCents: 397 }])).toEqual([
        { currency: 'usd', orders: 1, grossInCents: 0, taxInCents: 0, refundedInCents: 0 },
      ]);
    },
  );

  it.each([
    ['gives a license', { ...unlicensed, status: 'paid' }],
    ['gave a license', { ...order({}), status: 'disputeLost' }],
    ['was refunded before it gave one', { ...unlicensed, status: 'refunded', amountRefundedInCents: 4900 }],
  ] as const)('counts the payment of an order that %s', (_name, paid) => {
    expect(totalsOf([paid])).toMatchObject([
      { grossInCents: 4900, refundedInCents: paid.amountRefundedInCents },
    ]);
  });
});
