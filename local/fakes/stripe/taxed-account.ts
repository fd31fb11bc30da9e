import Stripe from 'stripe';
import { type OpenStripe, openStripe, type StripeOptions } from './open-stripe.ts';

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
