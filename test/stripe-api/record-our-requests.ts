import assert from 'node:assert/strict';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import Stripe from 'stripe';
import { catalog } from '../../contract/rules/catalog.ts';
import { openStripe } from '../../local/fakes/stripe/open-stripe.ts';
import { openStripeAccount } from '../../local/seed-stripe.ts';
import {
  checkManagedPayments,
  checkPrices,
  checkSalesTax,
  checkWebhook,
} from '../../scripts/commands/doctor/check-payments.ts';
import type { KeptSecret } from '../../scripts/commands/setup-stripe/kept-secret.ts';
import { setUpStripe } from '../../scripts/commands/setup-stripe/set-up-stripe.ts';
import { openPaymentWorld } from '../payments/payment-world.ts';
import { type Fetch, type Recorder, type StripeExchange, stripeRecorder } from './stripe-recorder.ts';

const connect = (send: Fetch) =>
  new Stripe('sk_test_1', { httpClient: Stripe.createFetchHttpClient(send as typeof globalThis.fetch) });

/**
 * Plays all that our code does with Stripe, against our fake.
 * @param client of the tables of the stack
 */
export async function recordOurRequests(client: DynamoDBDocumentClient): Promise<StripeExchange[]> {
  const recorder = stripeRecorder();
  await playPayments(client, recorder);
  await stockTestAccount(recorder);
  await setUpAccount(recorder);
  return recorder.exchanges;
}

async function playPayments(client: DynamoDBDocumentClient, { record }: Recorder): Promise<void> {
  const people = ['ana', 'ben', 'cleo', 'dora', 'eve', 'fay', 'gil', 'hal', 'ida'] as const;
  const [ana, ben, cleo, dora, eve, fay, gil, hal, ida] = people;
  const world = await openPaymentWorld(client, people);
  const {
    fakeStripe,
    fakeStripe: { actions, store, fetch },
  } = world;
  fakeStripe.fetch = record(fetch);
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
  assert.equal(await statusOf(free.sessionId), 'free');

  // Paid, with an invoice, disputed, won, refunded.
  const paid = await world.openCheckout(ben, 'paid');
  await actions.pay(paid.sessionId, email);
  await handleAll();
  const { invoiceId = '', country, amountInCents, taxInCents } = (await world.order(paid.sessionId)) ?? {};
  // The Stripe fake takes a buyer without an address for one in Denver.
  assert.deepEqual(
    { country, amountInCents, taxInCents },
    { country: 'US', amountInCents: 4900, taxInCents: 397 },
  );
  await connect(record(fetch)).invoices.retrieve(invoiceId);
  const { id: disputeId } = await actions.openDispute(paymentOf(paid.sessionId));
  await handleAll();
  assert.equal(await statusOf(paid.sessionId), 'disputed');
  await actions.winDispute(disputeId);
  await handleAll();
  const { id: refundId } = await actions.refund(paymentOf(paid.sessionId));
  await handleAll();
  assert.equal(await statusOf(paid.sessionId), 'refunded');
  // The credit note for this refund is made in the Stripe Dashboard.
  const { id: creditNoteId } = await actions.creditRefund(refundId);
  await handleAll();
  await connect(record(fetch)).creditNotes.retrieve(creditNoteId);

  // Refunded in part by the team.
  const { sessionId: kept } = await world.openCheckout(ida, 'paid');
  await actions.pay(kept, email);
  await handleAll();
  const seen = (await world.order(kept))?.history.length ?? 0;
  await world.desk.refund(kept, 'action-1', seen, 100);

  // Paid late.
  const late = await world.openCheckout(cleo, 'paid');
  await actions.payLater(late.sessionId, email);
  await handleAll();
  await actions.failLater(late.sessionId);
  await handleAll();
  assert.equal(await statusOf(late.sessionId), 'failed');

  // Paid twice in two windows. The requests of the window are not ours.
  const first = await world.openCheckout(dora, 'paid');
  fakeStripe.fetch = fetch;
  const second = await world.openWindow(dora, 'paid');
  fakeStripe.fetch = record(fetch);
  await actions.pay(first.sessionId, email);
  await actions.pay(second, email);
  await handleAll();
  assert.deepEqual([await statusOf(first.sessionId), await statusOf(second)].toSorted(), [
    'paid',
    'refunded',
  ]);

  // Deleted, with one open checkout and one that was just paid.
  const open = await world.openCheckout(eve, 'paid');
  await world.deleteAccount(eve);
  assert.equal(store.checkouts.get(open.sessionId)?.session.status, 'expired');
  const justPaid = await world.openCheckout(fay, 'paid');
  await actions.pay(justPaid.sessionId, email);
  await world.deleteAccount(fay);
  await handleAll();
  assert.equal(await statusOf(justPaid.sessionId), 'refunded');

  // The webhook is not called, so `reconcile` finds the payment.
  const missed = await world.openCheckout(gil, 'paid');
  await actions.pay(missed.sessionId, email);
  world.waiting.length = 0;
  await world.handleMessages();
  world.pass(700);
  assert.deepEqual(await world.reconcile(), [{ orderId: missed.sessionId, from: 'created', to: 'paid' }]);

  // Expired.
  const { sessionId: forgotten } = await world.openCheckout(hal, 'paid');
  await actions.expire(forgotten);
  await handleAll();
  assert.equal(await statusOf(forgotten), 'expired');
}

/** The first start of the local cloud with a test account. */
async function stockTestAccount({ record }: Recorder): Promise<void> {
  const { fetch } = await openStripe({ products: [], listener: { secret: 'whsec_none', onEvent: () => {} } });
  await openStripeAccount({
    dir: '',
    webhookUrl: 'http://localhost:3000/api/stripeWebhook',
    priceIds: { earlyAccess: 'price_1', lifetime: 'price_2' },
    salesTax: 'included',
    environment: { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
    stripeHost: { httpClient: Stripe.createFetchHttpClient(record(fetch) as typeof globalThis.fetch) },
  });
}

/**
 * Syncs an account with one different price; then its endpoint, which was changed manually; then
 * its secret.
 */
async function setUpAccount({ record }: Recorder): Promise<void> {
  const { lookupKey } = catalog.earlyAccess;
  const { fetch, actions } = await openStripe({
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
      stripe: connect(record(fetch)),
      secretKey: { value: 'sk_test_1', secret: key },
      webhook: { url: 'https://site.test/api/stripeWebhook', secret: signing, isRolling },
      priceIds: { earlyAccess: 'price_a', lifetime: 'price_b' },
      deployedPriceIds: {},
    });
  // Nothing answers at the address of the endpoint.
  await actions.hold();
  await setUp(false);
  const byHand = connect(fetch);
  const [endpoint] = (await byHand.webhookEndpoints.list()).data;
  await byHand.webhookEndpoints.update(String(endpoint?.id), { enabled_events: ['charge.refunded'] });
  await setUp(false);
  await setUp(true);
  const doctor = connect(record(fetch));
  const prices = (await byHand.prices.list()).data;
  const price = prices.find(({ lookup_key }) => lookup_key === lookupKey);
  const priceIds = { earlyAccess: String(price?.id) };
  await checkWebhook(doctor, endpoint?.url, 'dev');
  await checkPrices(doctor, priceIds, 'included', 'dev');
  await checkManagedPayments(doctor, priceIds, 'https://site.test');
  await checkSalesTax(doctor, 'included');
}
