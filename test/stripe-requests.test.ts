import Stripe from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';
import { catalog } from '../contract/rules/catalog.ts';
import { testTables } from '../lambdas/platform/test-tables.ts';
import { openStripe } from '../local/fakes/stripe/open-stripe.ts';
import { openStripeAccount } from '../local/seed-stripe.ts';
import { checkSalesTax } from '../scripts/commands/doctor/check-payments.ts';
import type { KeptSecret } from '../scripts/commands/setup-stripe/kept-secret.ts';
import { setUpStripe } from '../scripts/commands/setup-stripe/set-up-stripe.ts';
import { openPaymentWorld } from './payments/payment-world.ts';
import { stackTable } from './stack-tables.ts';
import { checkStripeRequest, type StripeRequest } from './stripe-api/check-stripe-request.ts';
import { describedApi } from './stripe-api/described-api.ts';

// Our requests to Stripe match Stripe's own description; the fake, which is ours, might accept
// more.

const ordersTable = stackTable('Orders');
const usersTable = stackTable('Users');
const referralsTable = stackTable('Referrals');
const client = testTables(ordersTable, usersTable, referralsTable);

/** The requests that the real SDK has sent so far. */
const requests: StripeRequest[] = [];

type Fetch = Awaited<ReturnType<typeof openStripe>>['fetch'];

function recording(fetch: Fetch): Fetch {
  return async (address, init) => {
    const { method, url, body } = await readRequest(address, init);
    requests.push({ method, path: url.pathname, search: url.search.slice(1), body });
    return fetch(address, init);
  };
}

async function readRequest(address: Parameters<Fetch>[0], init: RequestInit | undefined) {
  const request = new Request(address, init);
  return { method: request.method, url: new URL(request.url), body: await request.text() };
}

const connect = (send: Fetch) =>
  new Stripe('sk_test_1', { httpClient: Stripe.createFetchHttpClient(send as typeof globalThis.fetch) });

async function playPayments(): Promise<void> {
  const people = ['ana', 'ben', 'cleo', 'dora', 'eve', 'fay', 'gil', 'hal'] as const;
  const [ana, ben, cleo, dora, eve, fay, gil, hal] = people;
  const world = await openPaymentWorld(client, people);
  const {
    standIn,
    standIn: { actions, store, fetch },
  } = world;
  standIn.fetch = recording(fetch);
  const handleAll = async () => {
    for (let event = world.waiting.shift(); event; event = world.waiting.shift()) await world.handle(event);
  };
  const paymentOf = (sessionId: string) => String(store.checkouts.get(sessionId)?.session.payment_intent);
  const statusOf = async (sessionId: string) => (await world.order(sessionId))?.status;
  const email = 'buyer@example.test';

  // Free, with a referral, after another price was viewed.
  await world.openCheckout(ana, 'paid');
  const free = await world.openCheckout(ana, 'free', 'a-code');
  await actions.pay(free.sessionId, email);
  await world.confirm(ana, free.sessionId);
  expect(await statusOf(free.sessionId)).toBe('free');

  // Paid, with an invoice, disputed, won, refunded.
  const paid = await world.openCheckout(ben, 'paid');
  await actions.pay(paid.sessionId, email);
  await handleAll();
  const { invoiceId = '', ...order } = (await world.order(paid.sessionId)) ?? {};
  // The Stripe fake takes a buyer without an address for one in Denver.
  expect(order).toMatchObject({ country: 'US', amountInCents: 4900, taxInCents: 397 });
  await connect(recording(fetch)).invoices.retrieve(invoiceId);
  const { id: disputeId } = await actions.openDispute(paymentOf(paid.sessionId));
  await handleAll();
  expect(await statusOf(paid.sessionId)).toBe('disputed');
  await actions.winDispute(disputeId);
  await handleAll();
  await actions.refund(paymentOf(paid.sessionId));
  await handleAll();
  expect(await statusOf(paid.sessionId)).toBe('refunded');

  // Paid late.
  const late = await world.openCheckout(cleo, 'paid');
  await actions.payLater(late.sessionId, email);
  await handleAll();
  await actions.failLater(late.sessionId);
  await handleAll();
  expect(await statusOf(late.sessionId)).toBe('failed');

  // Paid twice in two windows. The requests of the window are not ours.
  const first = await world.openCheckout(dora, 'paid');
  standIn.fetch = fetch;
  const second = await world.openWindow(dora, 'paid');
  standIn.fetch = recording(fetch);
  await actions.pay(first.sessionId, email);
  await actions.pay(second, email);
  await handleAll();
  expect([await statusOf(first.sessionId), await statusOf(second)].toSorted()).toEqual(['paid', 'refunded']);

  // Deleted, with one open checkout and one that was just paid.
  const open = await world.openCheckout(eve, 'paid');
  await world.deleteAccount(eve);
  expect(store.checkouts.get(open.sessionId)?.session.status).toBe('expired');
  const justPaid = await world.openCheckout(fay, 'paid');
  await actions.pay(justPaid.sessionId, email);
  await world.deleteAccount(fay);
  await handleAll();
  expect(await statusOf(justPaid.sessionId)).toBe('refunded');

  // Without a webhook call.
  const missed = await world.openCheckout(gil, 'paid');
  await actions.pay(missed.sessionId, email);
  world.waiting.length = 0;
  await world.handleMessages();
  world.pass(700);
  expect(await world.reconcile()).toEqual([{ orderId: missed.sessionId, from: 'created', to: 'paid' }]);

  // Expired.
  const { sessionId: forgotten } = await world.openCheckout(hal, 'paid');
  await actions.expire(forgotten);
  await handleAll();
  expect(await statusOf(forgotten)).toBe('expired');
}

/** The first start of the local cloud with a test account. */
async function stockTestAccount(): Promise<void> {
  const { fetch } = await openStripe({ products: [], listener: { secret: 'whsec_none', onEvent: () => {} } });
  await openStripeAccount({
    dir: '',
    webhookUrl: 'http://localhost:3000/api/stripeWebhook',
    priceIds: { earlyAccess: 'price_1', lifetime: 'price_2' },
    salesTax: 'included',
    environment: { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
    stripeHost: { httpClient: Stripe.createFetchHttpClient(recording(fetch) as typeof globalThis.fetch) },
  });
}

/**
 * Syncs an account with one different price; then its endpoint, which was changed manually; then
 * its secret.
 */
async function setUpAccount(): Promise<void> {
  const { lookupKey } = catalog.earlyAccess;
  const { fetch } = await openStripe({
    products: [
      {
        id: 'prod_1',
        name: 'License',
        description: 'A license',
        prices: [{ id: 'price_1', unitAmount: 100, currency: 'usd', lookupKey }],
      },
    ],
    listener: { secret: 'whsec_none', onEvent: () => {} },
  });
  const keep = (): KeptSecret => {
    let stored = '';
    return {
      read: async () => stored,
      write: async (value) => {
        stored = value;
      },
    };
  };
  const [key, signing] = [keep(), keep()];
  const setUp = (isRolling: boolean) =>
    setUpStripe({
      salesTax: 'included',
      stage: 'dev',
      stripe: connect(recording(fetch)),
      secretKey: { value: 'sk_test_1', secret: key },
      webhook: { url: 'https://site.test/api/stripeWebhook', secret: signing, isRolling },
      priceIds: { earlyAccess: 'price_a', lifetime: 'price_b' },
      deployedPriceIds: {},
    });
  await setUp(false);
  const byHand = connect(fetch);
  const [endpoint] = (await byHand.webhookEndpoints.list()).data;
  await byHand.webhookEndpoints.update(String(endpoint?.id), { enabled_events: ['charge.refunded'] });
  await setUp(false);
  await setUp(true);
  await checkSalesTax(connect(recording(fetch)), 'included');
}

beforeAll(async () => {
  await playPayments();
  await stockTestAccount();
  await setUpAccount();
}, 60_000);

test('sends only requests that Stripe documents', () => {
  const refused = requests
    .map((request) => ({ request, problems: checkStripeRequest(request).problems }))
    .filter(({ problems }) => problems.length > 0);
  expect(refused).toEqual([]);
});

test('uses every documented request in the list', () => {
  const asked = new Set(requests.map((request) => checkStripeRequest(request).operation));
  expect([...asked].sort()).toEqual(Object.keys(describedApi.operations).sort());
});

describe('checkStripeRequest', () => {
  const sale =
    'mode=payment&success_url=https%3A%2F%2Fsite.test&line_items[0][price]=p&line_items[0][quantity]=1';
  const get = (path: string, search: string) => ({ method: 'GET', path, search, body: '' });
  const post = (path: string, body: string) => ({ method: 'POST', path, search: '', body });

  test.each([
    ['is right', post('/v1/checkout/sessions', sale), []],
    ['has an unknown parameter', post('/v1/checkout/sessions', `${sale}&price=p`), ['"price"']],
    [
      'has an unknown nested parameter',
      post('/v1/checkout/sessions', `${sale}&line_items[0][cost]=1`),
      ['"cost"', 'line_items[0]'],
    ],
    [
      'lacks a required parameter',
      post('/v1/prices', 'unit_amount=1'),
      ['Invalid input: expected string, received undefined', 'currency'],
    ],
    [
      'has text for a number',
      post('/v1/checkout/sessions', sale.replace('quantity]=1', 'quantity]=one')),
      ['line_items[0].quantity'],
    ],
    ['has half a cent', post('/v1/refunds', 'payment_intent=pi_1&amount=1.5'), ['amount']],
    ['has an unknown enum value', post('/v1/refunds', 'payment_intent=pi_1&reason=regret'), ['reason']],
    ['has a word for a boolean', get('/v1/prices', 'active=yes'), ['active']],
    ['has a text for a list', get('/v1/prices', 'lookup_keys=lifetime'), ['lookup_keys']],
    ['has a list for a text', get('/v1/disputes', 'payment_intent[]=pi_1'), ['payment_intent']],
    ['has an unknown filter', get('/v1/checkout/sessions', 'created[since]=1'), ['"since"']],
    ['has an unexpected body', { ...get('/v1/events', ''), body: 'limit=1' }, ['"limit"']],
    [
      'has parameters in the query of a POST',
      { ...post('/v1/refunds', ''), search: 'charge=1' },
      ['"charge"'],
    ],
    ['has an undocumented path', get('/v1/customers', ''), ['GET /v1/customers']],
  ])('finds that a request %s', (_, request, named) => {
    const { problems } = checkStripeRequest(request);
    expect(problems.length > 0).toBe(named.length > 0);
    for (const part of named) expect(problems.join('\n')).toContain(part);
  });
});
