import assert from 'node:assert/strict';
import Stripe from 'stripe';
import { openTestAccount } from '../../../local/fakes/stripe/test-account.ts';
import { type StripeExchange, stripeRecorder } from '../../../test/stripe-api/stripe-recorder.ts';

/** Sends the requests whose refusals by Stripe our code handles. */
export async function recordRefusals(): Promise<StripeExchange[]> {
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
