import Stripe from 'stripe';
import { beforeEach, expect, test } from 'vitest';
import { type OpenStripe, openStripe } from './open-stripe.ts';

let service: OpenStripe;
let stripe: Stripe;

/** An account with Managed Payments by default. */
beforeEach(async () => {
  service = await openStripe({
    products: [
      {
        id: 'prod_license',
        name: 'License',
        description: 'A license.',
        prices: [{ id: 'price_license', unitAmount: 4900, currency: 'usd' }],
      },
    ],
    listener: { secret: 'whsec_none', onEvent: () => {} },
    managesPayments: true,
  });
  stripe = new Stripe('sk_test_1', { httpClient: Stripe.createFetchHttpClient(service.fetch) });
});

const open = (managed?: boolean) =>
  stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price: 'price_license', quantity: 1 }],
    ...(managed === undefined ? {} : { managed_payments: { enabled: managed } }),
    success_url: 'https://site.test/',
  });

test('charges the price, and shows the payment intent, without Managed Payments', async () => {
  const session = await open(false);
  expect(session).toMatchObject({ amount_total: 4900, managed_payments: { enabled: false } });
  await service.actions.pay(session.id, 'buyer@example.test');
  expect((await stripe.checkout.sessions.retrieve(session.id)).payment_intent).toMatch(/^pi_/);
});

test('uses the default of the account, requires a tax code, and adds tax', async () => {
  await expect(open()).rejects.toThrow('tax code');
  await stripe.products.update('prod_license', { tax_code: 'txcd_10202000' });
  const session = await open();
  expect(session).toMatchObject({
    amount_subtotal: 4900,
    amount_total: 5880,
    total_details: { amount_tax: 980 },
    managed_payments: { enabled: true },
  });
  await service.actions.pay(session.id, 'buyer@example.test');
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    payment_status: 'paid',
    payment_intent: null,
  });
});
