import type Stripe from 'stripe';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newUser } from '../users/new-user.ts';
import { type ComparisonDependencies, checkoutComparison } from './checkout-comparison.ts';
import type { StoredOrder } from './order-store.ts';
import { settleOrder } from './settle-order.ts';
import { paidOrder } from './test-orders.ts';
import { paidSession as session, siteId } from './test-session.ts';

vi.mock('./settle-order.ts');

const order = paidOrder('cs_1', { paymentIntentId: 'pi_1' });
const refund = {
  type: 'charge.refunded',
  data: { object: { payment_intent: 'pi_1' } },
} as unknown as Stripe.Event;

const observer = { repaired: vi.fn(), groupRepaired: vi.fn(), failed: vi.fn() };
const findOrder = vi.fn<(orderId: string) => Promise<StoredOrder | undefined>>();
/** Finds the checkout of a payment. */
const list = vi.fn(async (_: { payment_intent: string }) => ({ data: [session] }));
const isMember = vi.fn<(userId: string) => Promise<boolean>>();
const requestGroupSync = vi.fn<(userId: string) => Promise<void>>();

beforeEach(() => {
  for (const mock of Object.values(observer)) mock.mockReset();
  findOrder.mockReset().mockResolvedValue(order);
  list.mockReset().mockResolvedValue({ data: [session] });
  isMember.mockReset().mockResolvedValue(false);
  requestGroupSync.mockReset();
  vi.mocked(settleOrder).mockReset().mockResolvedValue(order);
});

const dependencies = {
  stripe: { checkout: { sessions: { list } } },
  siteId,
  siteUrl: 'https://site.test',
  orders: { find: findOrder },
  users: { find: async () => newUser('user-1', 'ana@site.test', new Date()) },
  group: { isMember },
  requestGroupSync,
} as unknown as ComparisonDependencies;

/** @param fresh the checkouts and payments with events that are still being delivered */
const compare = (...fresh: string[]) => checkoutComparison(dependencies, observer, new Set(fresh));

const nothingReported = () => {
  for (const mock of Object.values(observer)) expect(mock).not.toHaveBeenCalled();
};

describe('checkoutComparison', () => {
  it('counts an order that matches Stripe, and settles nothing', async () => {
    const comparison = compare();
    await comparison.compareSession(session);
    expect(comparison.count()).toBe(1);
    expect(settleOrder).not.toHaveBeenCalled();
    nothingReported();
  });

  it('settles an order that differs, and reports its previous state', async () => {
    findOrder.mockResolvedValue({ ...order, status: 'paymentPending' });
    await compare().compareSession(session);
    expect(settleOrder).toHaveBeenCalledExactlyOnceWith(dependencies, {
      sessionId: 'cs_1',
      cause: 'reconcile',
    });
    expect(observer.repaired).toHaveBeenCalledExactlyOnceWith({
      orderId: 'cs_1',
      from: 'paymentPending',
      to: 'paid',
    });
  });

  it('reports an order that was missing', async () => {
    findOrder.mockResolvedValue(undefined);
    await compare().compareSession(session);
    expect(observer.repaired).toHaveBeenCalledExactlyOnceWith({
      orderId: 'cs_1',
      from: undefined,
      to: 'paid',
    });
  });

  it('adds an invoice that Stripe made later, and reports no repair', async () => {
    await compare().compareSession({ ...session, invoice: { id: 'in_1' } as Stripe.Invoice });
    expect(settleOrder).toHaveBeenCalledOnce();
    nothingReported();
  });

  it('reports no repair of a checkout that the settlement does not change', async () => {
    findOrder.mockResolvedValue(undefined);
    vi.mocked(settleOrder).mockResolvedValue(undefined);
    await compare().compareSession(session);
    nothingReported();
  });

  it.each([
    [
      'of another site',
      {
        metadata: {
          site: 'https://other.test',
          userId: 'user-1',
          priceId: 'price_1',
          termsVersion: '2025-06-13',
        },
      },
    ],
    ['that is still open', { status: 'open', payment_status: 'unpaid', payment_intent: null }],
  ] as const)('ignores a checkout %s', async (_, change) => {
    findOrder.mockResolvedValue(undefined);
    const comparison = compare();
    await comparison.compareSession({ ...session, ...change } as Stripe.Checkout.Session);
    expect(comparison.count()).toBe(0);
    expect(settleOrder).not.toHaveBeenCalled();
    nothingReported();
  });

  it('compares an order that was placed at an earlier address of the site', async () => {
    const metadata = { ...session.metadata, site: 'https://before.test' };
    const comparison = compare();
    await comparison.compareSession({ ...session, metadata });
    expect(comparison.count()).toBe(1);
    nothingReported();
  });

  it('compares a free checkout, which has no payment, once', async () => {
    findOrder.mockResolvedValue(paidOrder('cs_1', { status: 'free', amountInCents: 0 }));
    const free = { ...session, payment_status: 'no_payment_required', payment_intent: null } as const;
    const comparison = compare();
    await comparison.compareSession(free);
    await comparison.compareSession(free);
    expect(comparison.count()).toBe(1);
    nothingReported();
  });

  it.each([
    ['an event under way', 'cs_1', session],
    ['a payment with an event under way', 'pi_1', session],
    [
      'a payment with an event under way, of which Stripe sent the id',
      'pi_1',
      { ...session, payment_intent: 'pi_1' },
    ],
  ])('skips a checkout with %s', async (_, fresh, skipped) => {
    const comparison = compare(fresh);
    await comparison.compareSession(skipped);
    expect(comparison.count()).toBe(0);
    expect(findOrder).not.toHaveBeenCalled();
  });

  it('compares each checkout once', async () => {
    const comparison = compare();
    await comparison.compareSession(session);
    await comparison.compareSession(session);
    await comparison.compareEvent(refund);
    expect(comparison.count()).toBe(1);
    expect(list).not.toHaveBeenCalled();
  });

  it('reports a failure and compares the next checkout', async () => {
    const error = new Error('Stripe is down.');
    findOrder.mockRejectedValueOnce(error);
    const comparison = compare();
    await comparison.compareSession(session);
    expect(observer.failed).toHaveBeenCalledExactlyOnceWith('cs_1', error);
    await comparison.compareSession({ ...session, id: 'cs_2' });
    expect(comparison.count()).toBe(1);
  });

  describe('for an event', () => {
    it('compares the checkout of its payment', async () => {
      const comparison = compare();
      await comparison.compareEvent(refund);
      expect(list.mock.calls[0]?.[0]).toMatchObject({ payment_intent: 'pi_1' });
      expect(comparison.count()).toBe(1);
      nothingReported();
    });

    it('looks up a payment without a checkout once', async () => {
      list.mockResolvedValue({ data: [] });
      const comparison = compare();
      await comparison.compareEvent(refund);
      await comparison.compareEvent(refund);
      expect(list).toHaveBeenCalledOnce();
      nothingReported();
    });

    it('does not look up a payment with a recent event', async () => {
      await compare('pi_1').compareEvent(refund);
      expect(list).not.toHaveBeenCalled();
    });

    it('ignores types of events that we do not handle', async () => {
      await compare().compareEvent({ ...refund, type: 'customer.created' } as Stripe.Event);
      expect(list).not.toHaveBeenCalled();
      nothingReported();
    });

    it('reports that Stripe does not respond, and calls it again for the next event', async () => {
      const error = new Error('Stripe is down.');
      list.mockRejectedValueOnce(error);
      const comparison = compare();
      await comparison.compareEvent(refund);
      expect(observer.failed).toHaveBeenCalledExactlyOnceWith('pi_1', error);
      await comparison.compareEvent(refund);
      expect(comparison.count()).toBe(1);
    });
  });

  describe('for the group of a buyer', () => {
    const another = { ...session, id: 'cs_2', payment_intent: { id: 'pi_2' } } as Stripe.Checkout.Session;

    it('requests a sync when it does not match the record', async () => {
      isMember.mockResolvedValue(true);
      await compare().compareSession(session);
      expect(requestGroupSync).toHaveBeenCalledExactlyOnceWith('user-1');
      expect(observer.groupRepaired).toHaveBeenCalledExactlyOnceWith('cs_1');
    });

    it('compares it once for all orders of the buyer', async () => {
      const comparison = compare();
      await comparison.compareSession(session);
      await comparison.compareSession(another);
      expect(comparison.count()).toBe(2);
      expect(isMember).toHaveBeenCalledExactlyOnceWith('user-1');
      expect(requestGroupSync).not.toHaveBeenCalled();
    });

    it('compares nothing for an order whose buyer deleted the account', async () => {
      const { userId: _, ...anonymous } = order;
      findOrder.mockResolvedValue(anonymous);
      await compare().compareSession(session);
      expect(isMember).not.toHaveBeenCalled();
    });
  });
});
