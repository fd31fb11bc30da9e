import type Stripe from 'stripe';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { orderStore, type StoredOrder } from '../orders/order-store.ts';
import type { Refund, RefundDependencies } from '../orders/refund-order.ts';
import { settleOrder } from '../orders/settle-order.ts';
import { paidOrder } from '../orders/test-orders.ts';
import { auditStore } from './audit-store.ts';
import { recordRefund } from './record-refund.ts';

vi.mock('../orders/settle-order.ts');

const { client, names } = testSiteTables('Audit', 'Orders');
const createRefund = vi.fn<(refund: Stripe.RefundCreateParams) => Promise<void>>();
const stripe = { refunds: { list: async function* () {}, create: createRefund } } as unknown as Stripe;
const outage = Object.assign(new Error('Timeout.'), { type: 'StripeConnectionError' });
const refusal = Object.assign(new Error('The charge is too old.'), { type: 'StripeInvalidRequestError' });
const now = () => new Date('2026-11-25T10:00:00.000Z');

let audit: ReturnType<typeof auditStore>;
let orders: ReturnType<typeof orderStore>;
let count = 0;
/** Each test has its own order. */
let order: StoredOrder;

beforeEach(async () => {
  audit = auditStore(client, names.Audit);
  orders = orderStore(client, names.Orders);
  count++;
  order = paidOrder(`cs_${count}`, { userId: `user-${count}`, paymentIntentId: `pi_${count}` });
  await orders.save(order, undefined, []);
  createRefund.mockReset().mockResolvedValue();
  vi.mocked(settleOrder).mockReset();
  vi.mocked(settleOrder).mockImplementation(async () => ({
    ...order,
    status: 'partlyRefunded',
    amountRefundedInCents: 1000,
  }));
});

function refund(change: Partial<Refund> = {}) {
  const { orderId, history } = order;
  const actionId = `refund-${orderId}`;
  return recordRefund(
    { audit, settlement: { stripe, orders, now } as unknown as RefundDependencies },
    { actionId, actorId: 'admin-1', action: 'refund', orderId, reason: 'A goodwill.', requestId: 'r-1' },
    { actionId, orderId, seen: history.length, amountInCents: 1000, ...change },
  );
}

/** The entries about the buyer. */
const entries = () => audit.find({ by: 'person', value: order.userId ?? '' });
const outcomes = async () => (await entries()).map(({ outcome }) => outcome).sort();
const storedRefund = async () => (await orders.find(order.orderId))?.deskRefund;

describe('recordRefund', () => {
  it('records the decision and the outcome, with the money before and after', async () => {
    expect(await refund()).toMatchObject({ status: 'partlyRefunded' });
    expect(createRefund.mock.calls[0]?.[0]).toMatchObject({
      payment_intent: order.paymentIntentId,
      amount: 1000,
    });
    const before = 'paid, $0.00 of $49.00 refunded';
    const recorded = await entries();
    expect(recorded).toHaveLength(2);
    expect(recorded).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ outcome: 'requested', before, reason: 'A goodwill.' }),
        expect.objectContaining({
          outcome: 'done',
          before,
          after: 'partlyRefunded, $10.00 of $49.00 refunded',
          orderId: order.orderId,
        }),
      ]),
    );
  });

  it('lets the team decide another refund afterwards', async () => {
    await refund();
    expect(await storedRefund()).toEqual({ actionId: `refund-${order.orderId}`, amountInCents: 1000 });
  });

  it('records the decision before it calls Stripe', async () => {
    createRefund.mockImplementation(async () => {
      expect(await outcomes()).toEqual(['requested']);
    });
    await refund();
    expect(createRefund).toHaveBeenCalledOnce();
  });

  it('records nothing when the order has changed since the admin saw it', async () => {
    await expect(refund({ seen: 1 })).rejects.toMatchObject({ code: 'aborted' });
    expect(await entries()).toEqual([]);
    expect(createRefund).not.toHaveBeenCalled();
  });

  it('records the refusal by Stripe, and lets the team decide again', async () => {
    createRefund.mockRejectedValue(refusal);
    await expect(refund()).rejects.toMatchObject({
      code: 'aborted',
      message: expect.stringContaining('The charge is too old.'),
    });
    expect(await outcomes()).toEqual(['failed', 'requested']);
    expect((await storedRefund())?.isOpen).toBeUndefined();
  });

  describe('while Stripe does not respond', () => {
    beforeEach(() => void createRefund.mockRejectedValueOnce(outage));

    it('announces that the refund follows, and records no outcome', async () => {
      await expect(refund()).rejects.toMatchObject({
        code: 'unavailable',
        message: 'Stripe does not answer. The refund is stored, and we complete it within the hour.',
      });
      expect(await outcomes()).toEqual(['requested']);
      expect((await storedRefund())?.isOpen).toBe(true);
    });

    it('completes the refund when the request is repeated, with the buyer in the entry', async () => {
      await expect(refund()).rejects.toThrow();
      await refund();
      expect(await outcomes()).toEqual(['done', 'requested']);
      expect((await storedRefund())?.isOpen).toBeUndefined();
    });
  });
});
