import type Stripe from 'stripe';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OrderStore, StoredOrder } from './order-store.ts';
import { decideRefund, makeRefund, type Refund, type RefundDependencies } from './refund-order.ts';
import { settleOrder } from './settle-order.ts';
import { paidOrder, refundedOrder } from './test-orders.ts';

vi.mock('./settle-order.ts');

const now = new Date('2026-11-24T08:00:00.000Z');
const payment = { paymentIntentId: 'pi_1' };
const order = paidOrder('cs_1', payment);

describe('decideRefund', () => {
  const part = { Delete: { TableName: 'Audit', Key: { id: '1' } } };
  const parts = vi.fn(() => [part]);
  const save = vi.fn<OrderStore['save']>();

  beforeEach(() => {
    save.mockReset().mockResolvedValue(true);
    parts.mockClear();
  });

  const decide = (found: StoredOrder, change: Partial<Refund> = {}) =>
    decideRefund(
      { orders: { find: async () => found, save }, now: () => now },
      { actionId: 'action-1', orderId: 'cs_1', seen: found.history.length, ...change },
      parts,
    );

  it('stores a full refund as due, with an entry in the history, in one transaction with the given parts', async () => {
    const decided = await decide(order);
    expect(decided).toStrictEqual({
      ...order,
      refundReason: 'requested',
      deskRefund: { actionId: 'action-1', isOpen: true },
      version: 3,
      history: [
        ...order.history,
        { at: now.toISOString(), status: 'paid', amountRefundedInCents: 0, cause: 'desk' },
      ],
    });
    expect(save).toHaveBeenCalledExactlyOnceWith(decided, 2, [part]);
    expect(parts).toHaveBeenCalledExactlyOnceWith(order);
  });

  it('stores a partial refund without an entry in the history, because the license stays', async () => {
    expect(await decide(order, { amountInCents: 1000 })).toStrictEqual({
      ...order,
      deskRefund: { actionId: 'action-1', isOpen: true, amountInCents: 1000 },
      version: 3,
    });
  });

  it('stores the same decision once', async () => {
    const decided = await decide(order);
    save.mockClear();
    expect(await decide(decided)).toBe(decided);
    expect(save).not.toHaveBeenCalled();
  });

  it('lets the team decide again after a refund that was made', async () => {
    const { deskRefund } = await decide({
      ...order,
      deskRefund: { actionId: 'action-0', amountInCents: 500 },
    });
    expect(deskRefund).toEqual({ actionId: 'action-1', isOpen: true });
  });

  it.each([
    ['is the whole payment', 4900, 0],
    ['is more than the payment', 4901, 0],
    ['is all that is left', 3900, 1000],
  ])('refuses a partial refund that %s', async (_, amountInCents, amountRefundedInCents) => {
    await expect(decide({ ...order, amountRefundedInCents }, { amountInCents })).rejects.toMatchObject({
      code: 'invalid-argument',
    });
    expect(save).not.toHaveBeenCalled();
  });

  it('accepts a partial refund of one cent less than what is left', async () => {
    const partlyRefunded = { ...order, status: 'partlyRefunded', amountRefundedInCents: 1000 } as const;
    const { deskRefund } = await decide(partlyRefunded, { amountInCents: 3899 });
    expect(deskRefund?.amountInCents).toBe(3899);
  });

  const free = paidOrder('cs_1', { status: 'free', amountInCents: 0 });
  it.each<[string, StoredOrder, string]>([
    [
      'with another refund that is not made yet',
      { ...order, deskRefund: { actionId: 'action-0', amountInCents: 500, isOpen: true } },
      'Another refund of this order is still being made. Try again in an hour.',
    ],
    ['that is free', free, 'Nothing was paid for this order.'],
    ['that was a gift', { ...free, status: 'revoked', source: 'gift' }, 'Nothing was paid for this order.'],
    [
      'whose earlier refund failed',
      { ...order, refundReason: 'duplicate', hasRefundFailed: true },
      'An earlier refund of this order failed. Refund it to another account in the Stripe Dashboard.',
    ],
    [
      'whose refund failed after its buyer had deleted the account',
      { ...order, userId: undefined, hasRefundFailed: true },
      'An earlier refund of this order failed. Refund it to another account in the Stripe Dashboard.',
    ],
    [
      'that the bank decides about',
      { ...order, status: 'disputed' },
      'The bank decides about this payment: a disputed payment cannot be refunded.',
    ],
    [
      'that the bank has decided about',
      { ...order, status: 'disputeLost' },
      'The bank decides about this payment: a disputed payment cannot be refunded.',
    ],
    ['that is refunded', refundedOrder('cs_1', payment), 'This order is already refunded in full.'],
    [
      'whose refund is owed already',
      { ...order, refundReason: 'withdrawn' },
      'This order is already refunded in full.',
    ],
    [
      'whose payment is pending',
      { ...order, status: 'paymentPending' },
      'This order is not paid, so there is nothing to refund.',
    ],
    [
      'without a payment at Stripe',
      paidOrder('cs_1'),
      'This order is not paid, so there is nothing to refund.',
    ],
  ])('refuses to refund an order %s', async (_, found, message) => {
    await expect(decide(found)).rejects.toMatchObject({ code: 'aborted', message });
    expect(save).not.toHaveBeenCalled();
  });
});

describe('makeRefund', () => {
  type StripeRefund = Pick<Stripe.Refund, 'metadata'>;
  let made: StripeRefund[];
  const list = vi.fn(async function* (_: Stripe.RefundListParams) {
    yield* made;
  });
  const create = vi.fn<(...request: unknown[]) => Promise<void>>();
  const dependencies = { stripe: { refunds: { list, create } } } as unknown as RefundDependencies;
  const part: StoredOrder = {
    ...order,
    deskRefund: { actionId: 'action-1', isOpen: true, amountInCents: 1000 },
  };
  const settled = { ...part, status: 'partlyRefunded', amountRefundedInCents: 1000 } as const;

  beforeEach(() => {
    made = [];
    list.mockClear();
    create.mockReset().mockResolvedValue();
    vi.mocked(settleOrder).mockReset().mockResolvedValue(settled);
  });

  it('makes a partial refund, and then settles the order', async () => {
    create.mockImplementation(async () => expect(settleOrder).not.toHaveBeenCalled());
    expect(await makeRefund(dependencies, part)).toBe(settled);
    expect(create).toHaveBeenCalledExactlyOnceWith(
      {
        payment_intent: 'pi_1',
        amount: 1000,
        reason: 'requested_by_customer',
        metadata: { actionId: 'action-1' },
      },
      { idempotencyKey: 'desk-action-1' },
    );
    expect(settleOrder).toHaveBeenCalledExactlyOnceWith(dependencies, { sessionId: 'cs_1', cause: 'desk' });
  });

  it('makes a partial refund once, even when Stripe has deleted the idempotency key', async () => {
    made = [{ metadata: null }, { metadata: { actionId: 'action-1' } }];
    expect(await makeRefund(dependencies, part)).toBe(settled);
    expect(list).toHaveBeenCalledExactlyOnceWith({ payment_intent: 'pi_1', limit: 100 });
    expect(create).not.toHaveBeenCalled();
  });

  it('makes a second partial refund', async () => {
    made = [{ metadata: { actionId: 'action-0' } }];
    await makeRefund(dependencies, part);
    expect(create).toHaveBeenCalledOnce();
  });

  it.each<[string, StoredOrder['deskRefund']]>([
    ['a full refund', { actionId: 'action-1', isOpen: true }],
    ['an order without a decision', undefined],
  ])('leaves %s to the settlement', async (_, deskRefund) => {
    await makeRefund(dependencies, { ...order, ...(deskRefund && { deskRefund }) });
    expect(list).not.toHaveBeenCalled();
    expect(create).not.toHaveBeenCalled();
    expect(settleOrder).toHaveBeenCalledOnce();
  });

  it('throws the reason when Stripe refuses a refund, and settles nothing', async () => {
    const type = 'StripeInvalidRequestError';
    create.mockRejectedValue(Object.assign(new Error('The charge is too old.'), { type }));
    await expect(makeRefund(dependencies, part)).rejects.toMatchObject({
      code: 'aborted',
      message: 'Stripe refuses this refund: The charge is too old.',
    });
    expect(settleOrder).not.toHaveBeenCalled();
  });

  it('throws when Stripe does not respond, so that the refund is retried', async () => {
    const error = Object.assign(new Error('Timeout.'), { type: 'StripeConnectionError' });
    create.mockRejectedValue(error);
    await expect(makeRefund(dependencies, part)).rejects.toBe(error);
  });

  it('throws when the checkout does not exist at Stripe', async () => {
    vi.mocked(settleOrder).mockResolvedValue(undefined);
    await expect(makeRefund(dependencies, part)).rejects.toThrow(
      'The checkout of order cs_1 does not exist at Stripe.',
    );
  });
});
