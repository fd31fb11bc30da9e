import type Stripe from 'stripe';
import { describe, expect, it, vi } from 'vitest';
import { type SettlementDependencies, settleOrder } from './settle-order.ts';

// test/payments covers orders. These are checkouts that never become one.

const siteId = 'us-east-1_Pool';

const paidSession = {
  id: 'cs_1',
  mode: 'payment',
  status: 'complete',
  payment_status: 'paid',
  amount_total: 4900,
  currency: 'usd',
  created: 1_756_720_800,
  client_reference_id: 'user-1',
  metadata: { site: siteId, userId: 'user-1', priceId: 'price_1' },
  payment_intent: {
    id: 'pi_1',
    status: 'succeeded',
    latest_charge: { amount: 4900, amount_refunded: 0, refunded: false, disputed: false },
  },
};

const duplicate = {
  orderId: 'cs_1',
  userId: 'user-1',
  priceId: 'price_1',
  status: 'paid',
  amountInCents: 4900,
  amountRefundedInCents: 0,
  currency: 'usd',
  createdAt: '2025-09-01T10:00:00.000Z',
  paymentIntentId: 'pi_1',
  refundReason: 'duplicate',
  version: 2,
  history: [],
};

/** Stripe knows this checkout; we know neither an order nor an account for it. */
function settle(session: Partial<Stripe.Checkout.Session>) {
  const save = vi.fn();
  const known = { ...paidSession, payment_intent: null, ...session };
  const dependencies = {
    stripe: { checkout: { sessions: { retrieve: async () => known } } },
    siteId,
    siteUrl: 'https://site.test',
    orders: { find: async () => undefined, save },
    users: { find: async () => undefined },
    now: () => new Date('2025-09-01T10:00:00Z'),
  } as unknown as SettlementDependencies;
  return { save, settled: settleOrder(dependencies, { sessionId: 'cs_1', cause: 'evt_1' }) };
}

describe('settleOrder, for a checkout without an order and an account', () => {
  it('fails when it is paid, so that the team looks at the money', async () => {
    const { settled, save } = settle({});
    await expect(settled).rejects.toThrow(
      'cs_1 is paid, and there is neither an order nor an account that belongs to it.',
    );
    expect(save).not.toHaveBeenCalled();
  });

  it.each([
    ['free', { amount_total: 0, payment_status: 'no_payment_required' }],
    ['open', { status: 'open', payment_status: 'unpaid' }],
    ['expired', { status: 'expired', payment_status: 'unpaid' }],
  ] as const)('stores nothing when it is %s', async (_, session) => {
    const { settled, save } = settle(session);
    expect(await settled).toBeUndefined();
    expect(save).not.toHaveBeenCalled();
  });
});

describe('settleOrder, for a second payment that we owe', () => {
  /** Our refund of it has this status at Stripe. */
  function settleDuplicate(status: string) {
    const create = vi.fn().mockRejectedValue(new Error('Stripe is down.'));
    const dependencies = {
      stripe: {
        checkout: { sessions: { retrieve: async () => paidSession } },
        refunds: {
          create,
          async *list() {
            yield { metadata: { orderId: 'cs_1' }, status };
          },
        },
      },
      siteId,
      siteUrl: 'https://site.test',
      orders: { find: async () => duplicate, save: async () => true, finish: async () => undefined },
      users: { find: async () => undefined },
      referrals: {},
      requestGroupSync: async () => undefined,
      publishUserChanged: async () => undefined,
      publishLicenseChanged: async () => undefined,
      now: () => new Date('2025-09-01T10:00:00Z'),
    } as unknown as SettlementDependencies;
    return { create, settled: settleOrder(dependencies, { sessionId: 'cs_1', cause: 'evt_2' }) };
  }

  it.each(['failed', 'canceled'])('asks for no other refund when ours is %s at Stripe', async (status) => {
    const { settled, create } = settleDuplicate(status);
    expect(await settled).toMatchObject({ orderId: 'cs_1', status: 'paid' });
    expect(create).not.toHaveBeenCalled();
  });

  it('asks for the refund again while ours is pending at Stripe', async () => {
    const { settled, create } = settleDuplicate('pending');
    await expect(settled).rejects.toThrow('Stripe is down.');
    expect(create).toHaveBeenCalledTimes(1);
  });
});

describe('settleOrder, for an order that others keep changing', () => {
  it('tries six times to save it, and waits in between', async () => {
    const pause = vi.fn(async () => undefined);
    const dependencies = {
      stripe: { checkout: { sessions: { retrieve: async () => paidSession } } },
      siteId,
      siteUrl: 'https://site.test',
      orders: { find: async () => undefined, save: async () => false },
      users: { find: async () => ({ userId: 'user-1' }), replaceLicenses: () => ({}) },
      now: () => new Date('2025-09-01T10:00:00Z'),
      pause,
    } as unknown as SettlementDependencies;
    await expect(settleOrder(dependencies, { sessionId: 'cs_1', cause: 'evt_1' })).rejects.toThrow(
      'kept changing',
    );
    expect(pause.mock.calls).toEqual([[1], [2], [3], [4], [5], [6]]);
  });
});
