import type Stripe from 'stripe';
import { beforeEach, expect, it } from 'vitest';
import { openTestAccount, type TestAccount } from './test-account.ts';

let account: TestAccount;
let stripe: Stripe;

beforeEach(async () => {
  account = await openTestAccount();
  stripe = account.stripe;
});

const ids = async (params?: Stripe.Checkout.SessionListParams) =>
  (await stripe.checkout.sessions.list(params)).data.map(({ id }) => id);

it('filters sessions by time', async () => {
  const created: string[] = [];
  const start = account.clock.nowSeconds;
  for (const _ of [0, 1, 2]) {
    created.unshift((await account.openSession()).id);
    account.clock.nowSeconds += 10;
  }
  const [third, second, first] = created;
  expect(await ids({ created: { gte: start + 10 } })).toEqual([third, second]);
  expect(await ids({ created: { gte: start, lte: start + 9 } })).toEqual([first]);
  expect(await ids({ created: { lte: start + 10 } })).toEqual([second, first]);
  await expect(ids({ created: { after: 1 } as Stripe.RangeQueryParam })).rejects.toMatchObject({
    code: 'parameter_unknown',
  });
});

it('returns every object once across all pages', async () => {
  for (let count = 0; count < 5; count += 1) await account.openSession();
  const all = await stripe.checkout.sessions.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
  expect(all.map(({ id }) => id)).toEqual(await ids({ limit: 100 }));
  expect(new Set(all.map(({ id }) => id)).size).toBe(5);
});

it('expands objects in lists', async () => {
  const { sessionId, intentId, chargeId } = await account.buy();
  await account.openSession();
  const { data } = await stripe.checkout.sessions.list({ expand: ['data.payment_intent.latest_charge'] });
  expect(data).toMatchObject([
    { payment_intent: null },
    { id: sessionId, payment_intent: { id: intentId, latest_charge: { id: chargeId, amount: 4900 } } },
  ]);
});

it('refuses invalid list parameters', async () => {
  await expect(ids({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
  await expect(ids({ starting_after: 'cs_x' })).rejects.toMatchObject({ param: 'starting_after' });
  await expect(ids({ status: 'open' })).rejects.toMatchObject({ param: 'status' });
  await expect(ids({ expand: ['data.line_items'] })).rejects.toThrow('cannot be expanded');
});

it('filters events by type and time', async () => {
  const { actions } = account.service;
  await actions.expire((await account.openSession()).id);
  const before = account.clock.nowSeconds;
  account.clock.nowSeconds += 10;
  const { chargeId } = await account.buy();
  await actions.refund(chargeId);
  const types = async (params?: Stripe.EventListParams) =>
    (await stripe.events.list(params)).data.map(({ type }) => type);
  expect(await types({ types: ['checkout.session.expired', 'refund.created'] })).toEqual([
    'refund.created',
    'checkout.session.expired',
  ]);
  expect(await types({ created: { lte: before } })).toEqual(['checkout.session.expired']);
});
