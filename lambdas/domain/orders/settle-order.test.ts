import type Stripe from 'stripe';
import { describe, expect, it, vi } from 'vitest';
import { type SettlementDependencies, settleOrder } from './settle-order.ts';

// test/payments covers orders. These are checkouts that never become one.

const siteId = 'us-east-1_Pool';

/** Stripe knows this checkout; we know neither an order nor an account for it. */
function settle(session: Partial<Stripe.Checkout.Session>) {
  const save = vi.fn();
  const known = {
    id: 'cs_1',
    mode: 'payment',
    status: 'complete',
    payment_status: 'paid',
    amount_total: 4900,
    currency: 'usd',
    created: 1_756_720_800,
    client_reference_id: 'user-1',
    metadata: { site: siteId, userId: 'user-1', priceId: 'price_1' },
    payment_intent: null,
    ...session,
  };
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
