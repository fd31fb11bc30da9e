import { describe, expect, it } from 'vitest';
import type { Order } from '../../../contract/records/order.ts';
import { ordersCsv } from './orders-csv.ts';
import { paidOrder, refundedOrder } from './test-orders.ts';

const november = { from: '2026-11', to: '2026-11' };
const taxed = {
  amountInCents: 5831,
  taxInCents: 931,
  country: 'DE',
  currency: 'eur',
  invoiceId: 'in_1',
  invoiceNumber: 'A1B2-0001',
};
const refunded = { ...refundedOrder('cs_2', taxed), amountRefundedInCents: 5831 };
const inFull = refunded.history.map((step) =>
  step.status === 'refunded' ? { ...step, amountRefundedInCents: 5831 } : step,
);
const orders: Order[] = [
  {
    ...refunded,
    history: inFull,
    creditNotes: [{ creditNoteId: 'cn_1', number: 'A1B2-0001-CN-01', refundedInCents: 5831 }],
  },
  paidOrder('cs_1', { priceId: 'price_local_lifetime' }),
];

describe('ordersCsv', () => {
  it('has one line for each charge and refund, with tax, country and invoice', () => {
    expect(ordersCsv(orders, { from: '2026-11-23', to: '2026-12-01' })).toEqual({
      count: 3,
      text: [
        'date,kind,order,offer,country,currency,net,tax,gross,invoice,invoice number,credit note number,reverse charge\r\n',
        '2026-11-23,charge,cs_1,Lifetime,,USD,49.00,0.00,49.00,,,,no\r\n',
        '2026-11-23,charge,cs_2,price_1,DE,EUR,49.00,9.31,58.31,in_1,A1B2-0001,,no\r\n',
        '2026-12-01,refund,cs_2,price_1,DE,EUR,-49.00,-9.31,-58.31,in_1,A1B2-0001,A1B2-0001-CN-01,no\r\n',
      ].join(''),
    });
  });

  it.each([
    [november, 2],
    [{ from: '2026-11', to: '2026-12' }, 3],
    [{ from: '2026-12-01', to: '2026-12-01' }, 1],
    [{ from: '2026-11-24', to: '2026-11' }, 0],
    [{ from: '2026-12-02', to: '2026-12' }, 0],
  ])('includes both ends of the period: %o', (period, count) => {
    expect(ordersCsv(orders, period).count).toBe(count);
  });

  it('writes currencies without cents as whole numbers', () => {
    const yen = paidOrder('cs_3', { currency: 'jpy', amountInCents: 7500, taxInCents: 682 });
    expect(ordersCsv([yen], november).text).toContain(',JPY,6818,682,7500,');
  });

  it('marks an order for which the buyer accounts for the tax', () => {
    const business = paidOrder('cs_5', { country: 'FR', isReverseCharge: true });
    expect(ordersCsv([business], november).text).toMatch(/,49\.00,,,,yes\r\n$/);
  });

  it('names the credit note of each refund, and none for a refund in the Stripe Dashboard without one', () => {
    const { history, ...paid } = paidOrder('cs_6');
    const refundedTo = (amountRefundedInCents: number) =>
      ({
        at: '2026-11-30T10:00:00.000Z',
        status: 'partlyRefunded',
        amountRefundedInCents,
        cause: 'test',
      }) as const;
    const order: Order = {
      ...paid,
      history: [...history, refundedTo(1000), refundedTo(1500), refundedTo(3500)],
      creditNotes: [
        { creditNoteId: 'cn_1', number: 'CN-1', refundedInCents: 1000 },
        { creditNoteId: 'cn_2', number: 'CN-2', refundedInCents: 2500 },
        { creditNoteId: 'cn_3', number: 'CN-3', refundedInCents: 3500 },
        { creditNoteId: 'cn_4', number: 'for no refund' },
      ],
    };
    const numbers = ordersCsv([order], november)
      .text.split('\r\n')
      .slice(1, -1)
      .map((row) => row.split(',')[11]);
    expect(numbers).toEqual(['', 'CN-1', '', 'CN-2 CN-3']);
  });

  it('quotes a field with commas, quotes or line breaks', () => {
    const odd = paidOrder('cs_4', { priceId: 'price_"1",\n2' });
    expect(ordersCsv([odd], november).text).toContain(',"price_""1"",\n2",');
  });
});
