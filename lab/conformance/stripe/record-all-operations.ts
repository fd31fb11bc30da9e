import assert from 'node:assert/strict';
import Stripe from 'stripe';
import { testDynamodb } from '../../../lambdas/platform/test-dynamodb.ts';
import { openDynamodb } from '../../../local/fakes/dynamodb/open-dynamodb.ts';
import { operationNames } from '../../../local/fakes/stripe/api-operations.ts';
import type { StripeEvent } from '../../../local/fakes/stripe/stripe-objects.ts';
import { openTestAccount } from '../../../local/fakes/stripe/test-account.ts';
import { type StripeExchange, stripeRecorder } from '../../../test/stripe-api/stripe-recorder.ts';
import { describeRefusal, expectedRefusals } from './expected-refusals.ts';

export interface StripeRecords {
  /** The requests that our fake accepted, with its responses, by operation. */
  exchanges: Map<string, StripeExchange[]>;
  /** The requests that it refused, by operation. */
  refusals: Map<string, StripeExchange[]>;
  /** The events by type. */
  events: Map<string, StripeEvent[]>;
}

let records: Promise<StripeRecords> | undefined;

/** Records the requests of our code to Stripe, and the other operations of the fake. */
export function recordAllOperations(): Promise<StripeRecords> {
  records ??= record();
  return records;
}

async function record(): Promise<StripeRecords> {
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
  // They read the log level and synthesize the tables when they are loaded.
  const { tables } = await import('../../../test/stack-tables.ts');
  const { recordOurRequests } = await import('../../../test/stripe-api/record-our-requests.ts');
  const dynamodb = await openDynamodb({ tables });
  const ours = await recordOurRequests(testDynamodb(() => dynamodb));
  await dynamodb.close();
  const { others, events } = await recordOtherRequests();
  const all = [...ours, ...others, ...(await recordRefusals())];
  const exchanges = byOperation(all.filter(({ status }) => status === 200));
  const refusals = byOperation(all.filter(({ status }) => status !== 200));
  for (const [operation, refused] of refusals) for (const each of refused) checkIsExpected(operation, each);
  const unsent = operationNames.find((operation) => !exchanges.has(operation));
  if (unsent) throw new Error(`No test sends ${unsent}. Send it in recordOtherRequests.`);
  return {
    exchanges,
    refusals,
    events: Map.groupBy(events, ({ type }) => type),
  };
}

const byOperation = (exchanges: StripeExchange[]) =>
  Map.groupBy(exchanges, ({ method, path }) => operationOf(method, path));

/** @throws Error for a refusal that is not in expectedRefusals */
function checkIsExpected(operation: string, refused: StripeExchange): void {
  const refusal = describeRefusal(refused);
  if (expectedRefusals[operation]?.includes(refusal)) return;
  throw new Error(
    `Our fake refused ${operation}: ${refusal}, ${JSON.stringify(refused.answer)}. If our code handles it, add it to expectedRefusals.`,
  );
}

const patterns = operationNames.map((name) => ({
  name,
  pattern: new RegExp(`^${name.replace(':id', '[^/]+')}$`),
}));

function operationOf(method: string, path: string): string {
  const found = patterns.filter(({ pattern }) => pattern.test(`${method} ${path}`));
  return found[0]?.name ?? `${method} ${path}`;
}

/** Each kind of event. */
async function recordOtherRequests() {
  const { service, buy, openSession } = await openTestAccount();
  const { exchanges, record } = stripeRecorder();
  const stripe = new Stripe('sk_test_1', {
    httpClient: Stripe.createFetchHttpClient(record(service.fetch) as typeof fetch),
  });
  const { actions, store } = service;
  const { checkout, refunds } = stripe;

  const { intentId } = await buy();
  const { id: refundId } = await refunds.create({ payment_intent: intentId, amount: 100 });
  await actions.failRefund(refundId);

  const won = await actions.openDispute(intentId);
  await actions.submitEvidence(won.id);
  await actions.winDispute(won.id);
  const inquiry = await actions.openInquiry((await buy()).intentId);
  await actions.escalateInquiry(inquiry.id);
  await actions.loseDispute(inquiry.id);

  await stripe.prices.update('price_paid', { tax_behavior: 'exclusive' });
  const taxed = await openSession({
    automatic_tax: { enabled: true },
    invoice_creation: { enabled: true },
    tax_id_collection: { enabled: true },
  });
  await actions.pay(taxed.id);
  const [invoice] = (await stripe.invoices.list()).data;
  await stripe.invoices.retrieve(String(invoice?.id));
  const paid = await stripe.checkout.sessions.retrieve(taxed.id);
  const credited = await actions.creditRefund((await actions.refund(String(paid.payment_intent))).id);
  await actions.voidCreditNote(credited.id);

  const { id: settled } = await openSession();
  await actions.payLater(settled);
  await actions.settleLater(settled);
  const { id: failed } = await openSession();
  await actions.payLater(failed);
  await actions.failLater(failed);
  const { id: declined } = await openSession();
  await actions.decline(declined);
  await checkout.sessions.expire(declined);

  const events = [...store.events.values()].map(({ event }) => event);
  return { others: exchanges, events };
}

/** Sends the requests whose refusals by Stripe our code handles. */
async function recordRefusals(): Promise<StripeExchange[]> {
  const { service, buy, openSession } = await openTestAccount();
  const { exchanges, record } = stripeRecorder();
  const httpClient = Stripe.createFetchHttpClient(record(service.fetch) as typeof fetch);
  const { checkout, events, prices, refunds } = new Stripe('sk_test_1', { httpClient });
  const { StripeAuthenticationError, StripeIdempotencyError, StripeInvalidRequestError } = Stripe.errors;
  const isInvalid = (request: Promise<unknown>) => assert.rejects(request, StripeInvalidRequestError);

  const withWrongKey = new Stripe('not a key', { httpClient });
  await assert.rejects(withWrongKey.checkout.sessions.list(), StripeAuthenticationError);

  await isInvalid(checkout.sessions.list({ starting_after: 'cs_unknown' }));
  await isInvalid(events.list({ starting_after: 'evt_unknown' }));
  await isInvalid(checkout.sessions.retrieve('cs_unknown'));
  await isInvalid(checkout.sessions.expire('cs_unknown'));
  await isInvalid(prices.retrieve('price_unknown'));

  const { sessionId: paid, intentId: refunded } = await buy();
  await isInvalid(checkout.sessions.expire(paid));
  const { id: expired } = await openSession();
  await service.actions.expire(expired);
  await isInvalid(checkout.sessions.expire(expired));
  await isInvalid(
    checkout.sessions.create({
      mode: 'payment',
      line_items: [{ price: 'price_paid', quantity: 1 }],
      success_url: 'https://site.test/',
      managed_payments: { enabled: true },
    }),
  );

  const refund = (payment_intent: string, amount?: number, idempotencyKey?: string) =>
    refunds.create(
      { payment_intent, ...(amount && { amount }) },
      { ...(idempotencyKey && { idempotencyKey }) },
    );
  await isInvalid(refund(refunded, 1_000_000));
  await refund(refunded, 100, 'used');
  await assert.rejects(refund(refunded, 200, 'used'), StripeIdempotencyError);
  await refund(refunded);
  await isInvalid(refund(refunded));
  const { intentId: disputed } = await buy();
  await service.actions.openDispute(disputed);
  await isInvalid(refund(disputed));
  return exchanges;
}
