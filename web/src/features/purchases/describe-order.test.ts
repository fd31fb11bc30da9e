import { describe, expect, it } from 'vitest';
import type { Order } from '../../../../contract/records/order.ts';
import { orderStatuses } from '../../../../contract/records/order-states.ts';
import { catalog } from '../../../../contract/rules/catalog.ts';
import { describeState, nameOfPurchase, priceOfPurchase } from './describe-order.ts';
import { paidOrder } from './test-order.ts';

const unknown = { ...paidOrder, status: 'settledOnTheMoon' } as unknown as Order;

describe('describeOrder', () => {
  it.each(orderStatuses)('describes %s in its own words', (status) => {
    const state = describeState({ ...paidOrder, status });
    expect(state.sentence).toMatch(/^[A-Z].*\.$/);
    expect(state.label).not.toBe(describeState(unknown).label);
  });

  it('says that a license was passed on, until it has ended', () => {
    const order = { ...paidOrder, isPassedOn: true, passedOnAt: '2025-09-10T10:00:00.000Z' } as const;
    expect(describeState(order).sentence).toBe('This license belongs to another account now.');
    expect(describeState({ ...order, status: 'refunded' }).sentence).toContain(
      'no longer includes a license',
    );
    expect(describeState({ ...order, refundReason: 'requested' }).sentence).not.toContain(
      'belongs to another',
    );
  });

  it('states the refunded and the total amount', () => {
    const order = { ...paidOrder, amountRefundedInCents: 1000 };
    expect(describeState({ ...order, status: 'partlyRefunded' }).sentence).toContain('$10.00 of $49.00');
    expect(describeState({ ...order, status: 'refunded', amountRefundedInCents: 4900 }).sentence).toContain(
      '$49.00',
    );
  });

  it.each(['paid', 'refunded'] as const)('explains why a second payment that is %s is refunded', (status) => {
    const order = { ...paidOrder, status, refundReason: 'duplicate', amountRefundedInCents: 4900 } as const;
    expect(describeState(order).sentence).toMatch(/You already had this license, so .*\$49\.00/);
  });

  it.each(['partlyRefunded', 'disputed', 'disputeWon', 'disputeLost'] as const)(
    'does not tie the license to a second payment that is %s',
    (status) => {
      const { sentence } = describeState({ ...paidOrder, status, refundReason: 'duplicate' });
      expect(sentence).toContain('You already had this license');
      expect(sentence).not.toMatch(/stays yours|is yours|no license/);
    },
  );

  it.each([
    ['paid', /are refunding \$49\.00/],
    ['partlyRefunded', /are refunding \$49\.00/],
    ['refunded', /have refunded \$49\.00/],
    ['paymentPending', /If your payment still arrives, we refund it/],
    ['disputed', /if it decides in our favor, we refund it then/],
    ['disputeLost', /your bank reversed the payment/],
  ] as const)('describes an order from which the buyer withdrew and that is %s', (status, sentence) => {
    const order = { ...paidOrder, status, withdrawnAt: '2025-09-04T10:00:00.000Z' };
    expect(describeState(order)).toMatchObject({
      label: 'Withdrawn',
      sentence: expect.stringMatching(/^You withdrew from this order/),
    });
    expect(describeState(order).sentence).toMatch(sentence);
  });

  it('does not state how much a bank has reversed, because it is unknown', () => {
    const { sentence } = describeState({ ...paidOrder, status: 'disputeLost' });
    expect(sentence).toMatch(/^Your bank reversed the payment/);
    expect(sentence).not.toContain('$');
  });

  it.each([
    [{ status: 'free', source: 'code' }, 'Gift', 'A gift. You have a lifetime license.'],
    [
      { status: 'free', source: 'gift', giftFrom: 'Aunt May' },
      'Gift',
      'A gift from Aunt May. You have a lifetime license.',
    ],
    [
      { status: 'revoked', source: 'gift', giftFrom: 'Aunt May' },
      'Ended',
      'A gift from Aunt May. This license has ended.',
    ],
  ] as const)('says that an order with %o is a gift', (change, label, sentence) => {
    expect(describeState({ ...paidOrder, amountInCents: 0, ...change })).toMatchObject({ label, sentence });
  });

  it('titles a full refund as one', () => {
    expect(describeState({ ...paidOrder, status: 'refunded' }).label).toBe('Refunded in full');
  });

  it('describes a status that only a newer server has', () => {
    expect(describeState(unknown)).toMatchObject({ label: 'In progress', tone: 'plain' });
  });
});

it('names the purchase after its offer on every stage', () => {
  expect(nameOfPurchase({ priceId: catalog.earlyAccess.priceIds.prod })).toBe('Lorewright Early Access');
  expect(nameOfPurchase(paidOrder)).toBe('Lorewright Lifetime');
});

it('names a product that is no longer sold a license', () => {
  expect(nameOfPurchase({ priceId: 'price_of_last_year' })).toBe('Lorewright license');
});

it('describes an order with the amount 0 as free', () => {
  expect(priceOfPurchase(paidOrder)).toBe('$49.00');
  expect(priceOfPurchase({ ...paidOrder, amountInCents: 0 })).toBe('Free');
});
