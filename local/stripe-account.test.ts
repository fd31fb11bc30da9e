import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { beforeEach, describe, expect, test } from 'vitest';
import { openStripeAccount } from './stripe-account.ts';

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'stripe-account-'));
  return () => rm(dir, { recursive: true });
});

const open = (environment: object = {}) =>
  openStripeAccount({
    dir: join(dir, 'stripe'),
    webhookUrl: 'http://localhost:3000/api/stripeWebhook',
    earlyAccessPriceId: 'price_local',
    environment,
  });
const complete = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PRICE_ID: 'price_1',
};

test('without a Stripe account there is a stand-in that knows our price', async () => {
  const account = await open();
  const { hostname, port } = new URL(account.endpoint ?? '');
  const stripe = new Stripe(account.secretKey, { host: hostname, port: Number(port), protocol: 'http' });
  expect(await stripe.prices.retrieve('price_local')).toMatchObject({ unit_amount: 0, currency: 'usd' });
  await account.stop();
});

test('the stand-in signs with a secret of its own, the same after a restart', async () => {
  const first = await open();
  await first.stop();
  const second = await open();
  await second.stop();
  expect(first.webhookSecret).toMatch(/^whsec_[0-9a-f]{48}$/);
  expect(second.webhookSecret).toBe(first.webhookSecret);
});

test('a complete test account is used, and no stand-in', async () => {
  expect(await open(complete)).toMatchObject({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1' });
  expect(await open(complete)).not.toHaveProperty('endpoint');
});

describe('is refused in a sentence that says what to do:', () => {
  test.each([
    ['a live key', { ...complete, STRIPE_SECRET_KEY: 'sk_live_1' }, /test account/],
    [
      'an account without its webhook secret',
      { ...complete, STRIPE_WEBHOOK_SECRET: '' },
      /STRIPE_WEBHOOK_SECRET/,
    ],
    ['an account without a price', { ...complete, STRIPE_PRICE_ID: undefined }, /STRIPE_PRICE_ID/],
  ])('%s', async (_, environment, message) => {
    await expect(open(environment)).rejects.toThrow(message);
    await expect(open(environment)).rejects.not.toThrow(/sk_(live|test)_1/);
  });
});
