import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { beforeEach, describe, expect, test } from 'vitest';
import { openStripe } from './fakes/stripe/open-stripe.ts';
import { openStripeAccount } from './seed-stripe.ts';

const priceIds = { earlyAccess: 'price_local', lifetime: 'price_local_lifetime' };

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'stripe-account-'));
  return () => rm(dir, { recursive: true });
});

const open = (environment: object = {}, stripeHost?: Stripe.StripeConfig) =>
  openStripeAccount({
    dir: join(dir, 'stripe'),
    webhookUrl: 'http://localhost:3000/api/stripeWebhook',
    priceIds,
    salesTax: 'included',
    environment,
    ...(stripeHost ? { stripeHost } : {}),
  });
const complete = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

test('starts the fake with our prices if there is no Stripe account', async () => {
  const account = await open();
  const { hostname, port } = new URL(account.endpoint ?? '');
  const stripe = new Stripe(account.secretKey, { host: hostname, port: Number(port), protocol: 'http' });
  expect(await stripe.prices.retrieve('price_local')).toMatchObject({ unit_amount: 0, currency: 'usd' });
  expect(await stripe.prices.retrieve('price_local_lifetime')).toMatchObject({
    unit_amount: 4900,
    lookup_key: 'lifetime',
  });
  const products = await stripe.products.list();
  expect(products.data.map(({ name }) => name)).toContain('Lorewright Lifetime');
  await account.stop();
});

test('signs with the same secret of the fake after a restart', async () => {
  const first = await open();
  await first.stop();
  const second = await open();
  await second.stop();
  expect(first.webhookSecret).toMatch(/^whsec_[0-9a-f]{48}$/);
  expect(second.webhookSecret).toBe(first.webhookSecret);
});

describe('a test account', () => {
  test('uses the existing price', async () => {
    const standIn = await open();
    const { hostname, port } = new URL(standIn.endpoint ?? '');
    const stripeHost = { host: hostname, port: Number(port), protocol: 'http' } as const;
    expect(await open(complete, stripeHost)).toEqual({
      secretKey: 'sk_test_1',
      webhookSecret: 'whsec_1',
      priceIds,
      stop: expect.any(Function),
    });
    await standIn.stop();
  });

  test('creates a product and a price on the first start, and another price for another amount', async () => {
    const { store, fetch } = await openStripe({ products: [], listener: { secret: '', onEvent: () => {} } });
    const stripeHost = { httpClient: Stripe.createFetchHttpClient(fetch as typeof globalThis.fetch) };
    const first = await open(complete, stripeHost);
    const made = [...store.prices.values()];
    expect(made.map(({ unit_amount }) => unit_amount)).toEqual([0, 4900]);
    expect(Object.values(first.priceIds)).toEqual(made.map(({ id }) => id));
    expect((await open(complete, stripeHost)).priceIds).toEqual(first.priceIds);

    const [, lifetime] = made;
    if (lifetime) lifetime.unit_amount = 3900;
    const { priceIds: later } = await open(complete, stripeHost);
    expect(later.lifetime).not.toBe(first.priceIds.lifetime);
    expect(store.prices.get(later.lifetime ?? '')).toMatchObject({ unit_amount: 4900, active: true });
  });

  test.each([
    [401, /rejects the test account's key/],
    [403, /may not do this/],
  ])('reports the status %i in a sentence', async (status, message) => {
    const answer = () =>
      Response.json({ error: { type: 'invalid_request_error', message: 'No.' } }, { status });
    const httpClient = Stripe.createFetchHttpClient(async () => answer());
    await expect(open(complete, { httpClient })).rejects.toThrow(message);
  });
});

describe('openStripeAccount', () => {
  test.each([
    ['a live key', { ...complete, STRIPE_SECRET_KEY: 'sk_live_1' }, /test account/],
    [
      'an account without its webhook secret',
      { ...complete, STRIPE_WEBHOOK_SECRET: '' },
      /STRIPE_WEBHOOK_SECRET/,
    ],
  ])('rejects %s with advice', async (_, environment, message) => {
    await expect(open(environment)).rejects.toThrow(message);
    await expect(open(environment)).rejects.not.toThrow(/sk_(live|test)_1/);
  });
});
