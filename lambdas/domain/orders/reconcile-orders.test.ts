import type Stripe from 'stripe';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { StoredOrder } from './order-store.ts';
import { type ReconcileDependencies, reconcileOrders } from './reconcile-orders.ts';
import type { ReconcileProgress } from './reconcile-progress.ts';
import { settleOrder } from './settle-order.ts';

// test/payments covers the states of a payment. These tests cover lists that are too long for one run.

vi.mock('./settle-order.ts');

const now = new Date('2026-11-22T12:00:00Z');
const nowSeconds = now.getTime() / 1000;
const hour = 60 * 60;
const day = 24 * hour;

/** Newest first, as Stripe lists them. */
let sessions: Stripe.Checkout.Session[];
let events: Stripe.Event[];
let orders: Map<string, StoredOrder>;
let kept: ReconcileProgress | undefined;
let repaired: string[];
/** Every saved progress, in order. */
let saves: ReconcileProgress[];
let passedMs = 0;
/** How long it takes to compare a checkout. */
let comparisonMs = 0;
let calls = 0;

const sessionOf = (number: number, created: number) =>
  ({
    id: `cs_${number}`,
    created,
    mode: 'payment',
    status: 'complete',
    payment_status: 'paid',
    client_reference_id: `user-${number}`,
    metadata: { site: 'pool-1', userId: `user-${number}`, priceId: 'price_1', termsVersion: '2025-06-13' },
    amount_total: 4900,
    currency: 'usd',
    payment_intent: { id: `pi_${number}`, latest_charge: { refunded: true, amount_refunded: 4900 } },
  }) as unknown as Stripe.Checkout.Session;

const refundOf = (number: number, created: number) =>
  ({
    id: `evt_${number}`,
    created,
    type: 'charge.refunded',
    data: { object: { payment_intent: `pi_${number}` } },
  }) as unknown as Stripe.Event;

const inSync = (number: number) =>
  ({
    orderId: `cs_${number}`,
    userId: '',
    status: 'refunded',
    amountInCents: 4900,
    amountRefundedInCents: 4900,
  }) as StoredOrder;

interface ListParams {
  created: { gte: number; lte?: number };
  types?: string[];
  starting_after?: string;
  payment_intent?: string;
}

/** Each page of a list is a call. */
async function* list<Item extends { id: string; created: number }>(
  all: Item[],
  { created, starting_after }: ListParams,
) {
  const place = starting_after ? all.findIndex(({ id }) => id === starting_after) : -1;
  if (starting_after && place === -1)
    throw Object.assign(new Error('No such object.'), { code: 'resource_missing' });
  let count = 0;
  for (const item of all.slice(place + 1)) {
    if (item.created < created.gte || item.created > (created.lte ?? nowSeconds)) continue;
    if (count++ % 100 === 0) calls += 1;
    yield item;
  }
}

async function* none() {}

const stripe = {
  checkout: {
    sessions: {
      list(params: ListParams) {
        if (!params.payment_intent) return list(sessions, params);
        calls += 1;
        return Promise.resolve({ data: [sessionOf(Number(params.payment_intent.slice(3)), 0)] });
      },
    },
  },
  refunds: { list: none },
  creditNotes: { list: none },
  events: {
    list: ({ types = [], ...params }: ListParams) =>
      list(
        events.filter(({ type }) => types.includes(type)),
        params,
      ),
  },
} as unknown as Stripe;

const dependencies = {
  stripe,
  siteId: 'pool-1',
  siteUrl: 'https://site.test',
  now: () => new Date(now.getTime() + passedMs),
  orders: {
    find: async (id: string) => {
      passedMs += comparisonMs;
      return orders.get(id);
    },
  },
  progress: {
    read: async () => kept,
    keep: async (progress: ReconcileProgress) => {
      kept = progress;
      saves.push(progress);
    },
    forget: async () => {
      kept = undefined;
    },
  },
} as unknown as ReconcileDependencies;

/** @param callsAtMost the number of calls to Stripe for which there is time */
async function run(callsAtMost: number, options: { lookBackDays?: number } = {}) {
  const failed: [string, unknown][] = [];
  calls = 0;
  const result = await reconcileOrders(
    dependencies,
    {
      repaired: ({ orderId }) => void repaired.push(orderId),
      groupRepaired: () => {},
      failed: (subject, error) => void failed.push([subject, error]),
      hasTime: () => calls < callsAtMost,
    },
    options,
  );
  expect(failed).toEqual([]);
  return result;
}

beforeEach(() => {
  sessions = [];
  events = [];
  orders = new Map();
  kept = undefined;
  saves = [];
  repaired = [];
  [passedMs, comparisonMs] = [0, 0];
  vi.mocked(settleOrder)
    .mockReset()
    .mockImplementation(async (_, { sessionId }) => {
      const order = inSync(Number(sessionId.slice(3)));
      orders.set(sessionId, order);
      return order;
    });
});

const settled = () => vi.mocked(settleOrder).mock.calls.map(([, { sessionId }]) => sessionId);

test('compares 5,000 refunds of old orders in several runs', async () => {
  for (let number = 5_000; number >= 1; number--) {
    events.push(refundOf(number, nowSeconds - day - (5_000 - number)));
    if (number % 1000 !== 0) orders.set(`cs_${number}`, inSync(number));
  }
  const compared: number[] = [];
  for (let runs = 0; runs < 10; runs++) {
    const result = await run(1_500);
    compared.push(result.compared);
    if (result.isComplete) break;
    expect(kept).toMatchObject({ list: 'events', after: expect.stringMatching(/^evt_/) });
  }
  expect(settled()).toEqual([5000, 4000, 3000, 2000, 1000].map((number) => `cs_${number}`));
  // The fourth run finishes the first comparison and starts the next one.
  const [first = 0, second = 0, third = 0, fourth = 0] = compared;
  expect(first + second + third).toBeLessThan(5_000);
  expect(first + second + third + fourth).toBeGreaterThan(5_000);
});

describe('progress', () => {
  test('saves the start when there is no time for the first comparison', async () => {
    sessions = [sessionOf(1, nowSeconds - day)];
    expect(await run(0)).toEqual({ compared: 0, isComplete: false });
    expect(kept).toEqual({ since: nowSeconds - 3 * day, until: nowSeconds, list: 'checkouts' });
  });

  test('continues an earlier comparison, and then compares newer checkouts', async () => {
    sessions = [sessionOf(2, nowSeconds - hour), sessionOf(1, nowSeconds - 10 * day)];
    kept = { since: nowSeconds - 30 * day, until: nowSeconds - 2 * hour, list: 'checkouts' };
    expect(await run(100)).toEqual({ compared: 2, isComplete: true });
    expect(settled()).toEqual(['cs_1', 'cs_2']);
    expect(kept).toBeUndefined();
  });
});

test('saves the progress every 20 seconds, so that an interrupted run loses little', async () => {
  for (let number = 9; number >= 1; number--) sessions.push(sessionOf(number, nowSeconds - day));
  comparisonMs = 10_000;
  expect(await run(100)).toEqual({ compared: 9, isComplete: true });
  expect(saves.map(({ after }) => after)).toEqual(['cs_8', 'cs_6', 'cs_4', 'cs_2']);
});

test('skips a payment with an event of the last ten minutes', async () => {
  sessions = [sessionOf(1, nowSeconds - day)];
  events = [refundOf(1, nowSeconds - 60)];
  expect(await run(100)).toEqual({ compared: 0, isComplete: true });
});

test('skips a recent refund of a payment without a checkout', async () => {
  events = [refundOf(1, nowSeconds - 60)];
  Object.assign(events[0]?.data.object ?? {}, { payment_intent: null });
  expect(await run(100)).toEqual({ compared: 0, isComplete: true });
});

test('compares a longer time on request', async () => {
  sessions = [sessionOf(1, nowSeconds - 20 * day)];
  expect(await run(100)).toMatchObject({ compared: 0 });
  expect(await run(100, { lookBackDays: 30 })).toEqual({ compared: 1, isComplete: true });
});

test('finishes a longer comparison in several runs, each checkout once', async () => {
  for (let number = 3; number >= 1; number--) sessions.push(sessionOf(number, nowSeconds - 20 * day));
  events = [refundOf(4, nowSeconds - 20 * day)];
  // The first list of events and one page of checkouts; there is no time for the second list of events.
  expect(await run(2, { lookBackDays: 30 })).toEqual({ compared: 3, isComplete: false });
  expect(kept).toMatchObject({ since: nowSeconds - 30 * day, list: 'events' });
  expect(await run(100, { lookBackDays: 30 })).toEqual({ compared: 1, isComplete: true });
  expect(kept).toBeUndefined();
});

test('discards progress whose cursor Stripe rejects', async () => {
  kept = { since: 0, until: nowSeconds, list: 'events', after: 'evt_of_the_test_account' };
  await expect(run(100)).rejects.toThrow('No such object.');
  expect(kept).toBeUndefined();
  expect(await run(100)).toMatchObject({ isComplete: true });
});

test('keeps the progress when Stripe cannot be reached', async () => {
  kept = { since: nowSeconds - day, until: nowSeconds, list: 'checkouts', after: 'cs_2' };
  vi.spyOn(stripe.checkout.sessions, 'list').mockImplementationOnce(() => {
    throw Object.assign(new Error('unavailable'), { type: 'StripeConnectionError' });
  });
  await expect(run(100)).rejects.toThrow('unavailable');
  expect(kept).toMatchObject({ after: 'cs_2' });
});
