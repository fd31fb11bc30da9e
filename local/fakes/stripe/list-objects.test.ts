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
  expect(await ids({ created: start + 10 })).toEqual([second]);
  expect(await ids({ created: { gt: start } })).toEqual([third, second]);
  expect(await ids({ created: { gte: start, lt: start + 10 } })).toEqual([first]);
  expect(await ids({ created: { lte: start + 10 } })).toEqual([second, first]);
  await expect(ids({ created: { after: 1 } as Stripe.RangeQueryParam })).rejects.toMatchObject({
    code: 'parameter_unknown',
  });
});

it('continues a list after an object that no longer matches the filter', async () => {
  const [first, second, third] = [
    (await account.openSession()).id,
    (await account.openSession()).id,
    (await account.openSession()).id,
  ];
  const page = await stripe.checkout.sessions.list({ status: 'open', limit: 1 });
  expect(page).toMatchObject({ has_more: true, data: [{ id: third }] });
  await account.service.actions.expire(third);
  expect(await ids({ status: 'open', starting_after: third })).toEqual([second, first]);
  const newest = (await account.openSession()).id;
  expect(await ids({ status: 'open', ending_before: first })).toEqual([newest, second]);
  expect(await ids({ status: 'open', ending_before: first, limit: 1 })).toEqual([second]);
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
  await expect(ids({ starting_after: 'cs_x', ending_before: 'cs_x' })).rejects.toThrow('only specify one');
  await expect(ids({ expand: ['data.payment_intent.latest_charge.refunds.data'] })).rejects.toThrow('levels');
});

it('filters events by type, time and delivery', async () => {
  const { actions } = account.service;
  await actions.expire((await account.openSession()).id);
  account.clock.nowSeconds += 10;
  await actions.hold();
  const { chargeId } = await account.buy();
  await actions.refund(chargeId);
  const types = async (params?: Stripe.EventListParams) =>
    (await stripe.events.list(params)).data.map(({ type }) => type);
  expect(await types({ type: 'charge.*' })).toEqual(['charge.refunded', 'charge.succeeded']);
  expect(await types({ type: 'charge.refunded' })).toEqual(['charge.refunded']);
  expect(await types({ types: ['checkout.session.expired', 'refund.created'] })).toEqual([
    'refund.created',
    'checkout.session.expired',
  ]);
  expect(await types({ created: { lt: account.clock.nowSeconds } })).toEqual(['checkout.session.expired']);
  expect(await types({ delivery_success: true })).toEqual(['checkout.session.expired']);
  expect(await types({ delivery_success: false, limit: 2 })).toEqual(['refund.created', 'charge.refunded']);
  await actions.release();
  expect(await types({ delivery_success: false })).toEqual([]);
});
