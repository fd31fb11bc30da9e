import Stripe from 'stripe';
import { beforeEach, describe, expect, test } from 'vitest';
import { stripeEventTypes } from '../../../contract/events/stripe-events.ts';
import { type PriceIds, priceIdsOf } from '../../../contract/rules/catalog.ts';
import { type OpenStripe, openStripe } from '../../../local/fakes/stripe/open-stripe.ts';
import { stripeProducts } from '../../../local/stripe-products.ts';
import {
  checkManagedPayments,
  checkPrices,
  checkSalesTax,
  checkSecretKey,
  checkSigningSecret,
  checkWebhook,
} from './check-payments.ts';
import type { Finding } from './finding.ts';
import { finding } from './test-finding.ts';

const keeping = (value: string) => ({ read: async () => value });

describe('checkSecretKey', () => {
  test.each([
    ['sk_live_1', 'prod', 'ok'],
    ['rk_live_1', 'prod', 'ok'],
    ['sk_test_1', 'dev', 'ok'],
    ['sk_test_1', 'prod', 'warning'],
    ['sk_live_1', 'dev', 'problem'],
    ['pk_live_1', 'prod', 'problem'],
    ['Made up by the deployment', 'prod', 'problem'],
    ['', 'prod', 'problem'],
  ])('reports for %s on %s: %s', async (value, stage, outcome) => {
    const finding = await checkSecretKey(keeping(value), stage);
    expect(finding.outcome).toBe(outcome);
    if (value) expect(JSON.stringify(finding)).not.toContain(value);
  });
});

test.each([
  ['whsec_1', 'ok'],
  ['whsec_2 whsec_1', 'warning'],
  ['Made up by the deployment', 'problem'],
  ['', 'problem'],
])('reports for the signing secret %s: %s', async (value, outcome) => {
  const finding = await checkSigningSecret(keeping(value), 'prod');
  expect(finding.outcome).toBe(outcome);
  expect(JSON.stringify(finding)).not.toContain('whsec_');
});

describe('at Stripe', () => {
  const url = 'https://site.test/api/stripeWebhook';
  const priceIds: PriceIds = priceIdsOf('local');
  let service: OpenStripe;
  let stripe: Stripe;
  let isRefused: boolean;

  beforeEach(async () => {
    isRefused = false;
    service = await openStripe({
      products: stripeProducts(priceIds, 'included'),
      listener: { secret: 'whsec_none', onEvent: () => {} },
      listenerEvents: [],
    });
    stripe = new Stripe('sk_test_1', {
      maxNetworkRetries: 0,
      httpClient: Stripe.createFetchHttpClient((async (address, init) =>
        isRefused
          ? Response.json(
              { error: { message: 'Invalid API Key provided: sk_test_1', type: 'invalid_request_error' } },
              { status: 401 },
            )
          : service.fetch(address as string, init)) as typeof fetch),
    });
  });

  const makeEndpoint = (changes: Partial<Stripe.WebhookEndpointCreateParams> = {}) =>
    stripe.webhookEndpoints.create({
      url,
      enabled_events: [...stripeEventTypes],
      api_version: Stripe.API_VERSION as Stripe.WebhookEndpointCreateParams.ApiVersion,
      ...changes,
    });
  const webhook = () => checkWebhook(stripe, url, 'prod');

  test('accepts an endpoint that sends events here', async () => {
    await makeEndpoint();
    expect(await webhook()).toEqual({ outcome: 'ok', says: `leads to ${url}` });
  });

  test('reports that the only endpoint sends events elsewhere', async () => {
    await makeEndpoint({ url: 'https://other.test/api/stripeWebhook' });
    expect(await webhook()).toMatchObject(finding('problem', 'has no endpoint'));
  });

  test('reports a disabled endpoint', async () => {
    const { id } = await makeEndpoint();
    await stripe.webhookEndpoints.update(id, { disabled: true });
    expect(await webhook()).toMatchObject(finding('problem', 'disabled'));
  });

  test('reports an endpoint that lacks an event', async () => {
    await makeEndpoint({ enabled_events: ['checkout.session.completed'] });
    expect(await webhook()).toMatchObject(finding('problem', 'charge.refunded'));
  });

  test('skips the endpoint on the local cloud', async () => {
    expect(await checkWebhook(stripe, undefined, 'local')).toMatchObject({ outcome: 'skipped' });
  });

  const managed = () => checkManagedPayments(stripe, priceIds, 'https://site.test');

  test('reports that the account is the seller, and expires the checkout it opened', async () => {
    expect(await managed()).toEqual({ outcome: 'ok', says: 'is the account itself' });
    expect([...service.store.checkouts.values()].map(({ session }) => session.status)).toEqual(['expired']);
  });

  test('warns when the account uses Managed Payments by default', async () => {
    service.store.managesPayments = true;
    expect(await managed()).toMatchObject(finding('warning', 'Managed Payments'));
    for (const { id } of service.store.products.values()) {
      await stripe.products.update(id, { tax_code: 'txcd_10202000' });
    }
    expect(await managed()).toMatchObject(finding('warning', 'Managed Payments'));
  });

  /** Another price of the product. */
  async function makePrice(unit_amount: number) {
    const { product } = await stripe.prices.retrieve(priceIds.lifetime ?? '');
    return stripe.prices.create({ product: String(product), unit_amount, currency: 'usd' });
  }
  const prices = (ids: PriceIds = priceIds) => checkPrices(stripe, ids, 'none', 'prod');

  test('accepts prices that match the pages', async () => {
    expect(await prices()).toEqual({ outcome: 'ok', says: '2, as in the catalog' });
  });

  test('reports prices that do not include taxes as the settings say', async () => {
    const lifetime = { lifetime: priceIds.lifetime ?? '' };
    expect(await checkPrices(stripe, lifetime, 'excluded', 'prod')).toMatchObject(
      finding('problem', 'has the tax behavior inclusive, but salesTax in settings.ts is "excluded"'),
    );
    expect(await checkPrices(stripe, lifetime, 'included', 'prod')).toMatchObject({ outcome: 'ok' });
  });

  test('reports a price that lacks a currency of the catalog', async () => {
    const { id } = await makePrice(4900);
    expect(await prices({ lifetime: id })).toMatchObject(
      finding('problem', 'does not have the amounts of the catalog in other currencies'),
    );
  });

  test('reports where the seller is registered for taxes', async () => {
    expect(await checkSalesTax(stripe, 'included')).toEqual(finding('ok', /^registered in .*\bDE\b/));
    expect(await checkSalesTax(stripe, 'none')).toMatchObject({ outcome: 'skipped' });
  });

  test.each<[string, object, Finding['outcome'], RegExp]>([
    ['the address of the seller is missing', { head_office: null }, 'problem', /refuses every paid checkout/],
    [
      'there is no registration',
      { head_office: { address: { country: 'US' } } },
      'warning',
      /nobody pays tax/,
    ],
  ])('reports that %s', async (_, settings, outcome, says) => {
    const account = {
      tax: {
        settings: { retrieve: async () => settings },
        registrations: { list: async () => ({ data: [] }) },
      },
    } as unknown as Stripe;
    expect(await checkSalesTax(account, 'excluded')).toMatchObject(finding(outcome, says));
  });

  test('reports a missing price', async () => {
    expect(await prices({ lifetime: 'price_of_nobody' })).toMatchObject({
      outcome: 'problem',
      says: 'lifetime (price_of_nobody) does not exist',
      advice: expect.stringContaining('npm run setup:stripe -- --stage prod'),
    });
  });

  test('reports an archived price', async () => {
    const other = await makePrice(4900);
    // Stripe does not archive the default price of a product.
    await stripe.products.update(String(other.product), { default_price: other.id });
    await stripe.prices.update(priceIds.lifetime ?? '', { active: false });
    expect(await prices()).toMatchObject(finding('problem', 'is archived'));
  });

  test('reports a price with a different amount', async () => {
    const { id } = await makePrice(5900);
    expect(await prices({ lifetime: id })).toMatchObject(
      finding('problem', 'costs 5900 usd, but the pages say 4900 usd'),
    );
  });

  test('hides a key that Stripe rejects', async () => {
    isRefused = true;
    for (const found of [await prices(), await webhook()]) {
      expect(found).toMatchObject(finding('problem', "the stack's secret"));
      expect(JSON.stringify(found)).not.toContain('sk_test_1');
    }
  });
});
