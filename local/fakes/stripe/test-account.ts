import Stripe from 'stripe';
import { type OpenStripe, openStripe, type StripeOptions } from './open-stripe.ts';
import type { WebhookMessage } from './webhooks.ts';

export const webhookSecret = 'whsec_test';

export interface TestAccount {
  service: OpenStripe;
  stripe: Stripe;
  /** The clock of the account. */
  clock: { nowSeconds: number };
  /** The events that the webhook accepted. */
  received: WebhookMessage[];
  /** Creates a session for the paid price. */
  openSession(params?: Partial<Stripe.Checkout.SessionCreateParams>): Promise<Stripe.Checkout.Session>;
  /** Pays a session. */
  buy(): Promise<{ sessionId: string; intentId: string; chargeId: string }>;
  /** Returns the types of the events since the previous call. */
  takeTypes(): string[];
}

/** An account in memory with one license, for 49 dollars and for free. */
export async function openTestAccount(listenerEvents: string[] = ['*']): Promise<TestAccount> {
  const clock = { nowSeconds: 1_700_000_000 };
  const received: WebhookMessage[] = [];
  const service = await openStripe({
    products: [
      {
        id: 'prod_license',
        name: 'Lorewright <License>',
        description: 'Everything & more',
        prices: [
          { id: 'price_paid', unitAmount: 4900, currency: 'usd', lookupKey: 'lifetime' },
          { id: 'price_free', unitAmount: 0, currency: 'usd' },
        ],
      },
    ],
    listener: { secret: webhookSecret, onEvent: (message) => received.push(message) },
    listenerEvents,
    nowSeconds: () => clock.nowSeconds,
  });
  const stripe = new Stripe('sk_test_local', { httpClient: Stripe.createFetchHttpClient(service.fetch) });
  const openSession: TestAccount['openSession'] = (params) =>
    stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ price: 'price_paid', quantity: 1 }],
      customer_email: 'ada@example.com',
      success_url: 'http://localhost:3000/success',
      ...params,
    });
  let taken = 0;
  return {
    service,
    stripe,
    clock,
    received,
    openSession,
    async buy() {
      const { id: sessionId } = await openSession();
      const { payment_intent } = await service.actions.pay(sessionId);
      const intentId = String(payment_intent);
      const intent = service.store.paymentIntents.get(intentId);
      return { sessionId, intentId, chargeId: String(intent?.latest_charge) };
    },
    takeTypes() {
      const types = received.slice(taken).map(({ event }) => event.type);
      taken = received.length;
      return types;
    },
  };
}

/** An account in memory for tests of tax and invoices: `price_plus` excludes tax, `price_with` includes it. */
export async function openTaxedAccount(options: Partial<StripeOptions> = {}) {
  const clock = { nowSeconds: 1_700_000_000 };
  const service: OpenStripe = await openStripe({
    products: [
      {
        id: 'prod_license',
        name: 'License',
        description: 'A license.',
        taxCode: 'txcd_10202000',
        prices: [
          {
            id: 'price_plus',
            unitAmount: 4900,
            currency: 'usd',
            taxBehavior: 'exclusive',
            currencyOptions: {
              eur: { unitAmount: 4900, taxBehavior: 'inclusive' },
              jpy: { unitAmount: 7777, taxBehavior: 'inclusive' },
            },
          },
          { id: 'price_with', unitAmount: 1999, currency: 'usd', taxBehavior: 'inclusive' },
          { id: 'price_unspecified', unitAmount: 4900, currency: 'usd' },
          { id: 'price_free', unitAmount: 0, currency: 'usd', taxBehavior: 'exclusive' },
        ],
      },
    ],
    listener: { secret: 'whsec_none', onEvent: () => {} },
    nowSeconds: () => clock.nowSeconds,
    ...options,
  });
  const stripe = new Stripe('sk_test_1', { httpClient: Stripe.createFetchHttpClient(service.fetch) });
  /** Creates a session with automatic tax, tax ids and an invoice. */
  const open = (price = 'price_plus', params: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
    stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ price, quantity: 1 }],
      customer_email: 'ada@example.com',
      success_url: 'https://site.test/thanks',
      automatic_tax: { enabled: true },
      tax_id_collection: { enabled: true },
      invoice_creation: { enabled: true },
      ...params,
    });
  return { clock, service, stripe, open, actions: service.actions };
}
