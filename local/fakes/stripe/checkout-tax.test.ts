import type Stripe from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { addressInDenver } from './tax-settings.ts';
import { openTaxedAccount } from './test-account.ts';

let account: Awaited<ReturnType<typeof openTaxedAccount>>;

beforeEach(async () => {
  account = await openTaxedAccount();
});

/** Pays a session, and returns its amounts. */
async function payFrom(
  country: string,
  price?: string,
  params?: Partial<Stripe.Checkout.SessionCreateParams>,
  business: { businessName?: string; taxId?: string } = {},
) {
  const { id } = await account.open(price, params);
  await account.actions.pay(id, { address: { country, postal_code: '12345' }, ...business });
  const session = await account.stripe.checkout.sessions.retrieve(id, {
    expand: ['payment_intent.latest_charge'],
  });
  const item = account.service.store.checkouts.get(id)?.lineItems[0];
  return { session, item, amounts: amountsOf(session) };
}

const amountsOf = ({ amount_subtotal, amount_total, total_details }: Stripe.Checkout.Session) => [
  amount_subtotal,
  total_details?.amount_tax,
  amount_total,
];

describe('a session with automatic tax', () => {
  it('has no tax until the address is known', async () => {
    const session = await account.open();
    expect(session).toMatchObject({
      automatic_tax: {
        enabled: true,
        liability: { type: 'self' },
        provider: 'stripe',
        status: 'requires_location_inputs',
      },
      tax_id_collection: { enabled: true, required: 'never' },
      billing_address_collection: null,
      invoice_creation: { enabled: true },
    });
    expect(amountsOf(session)).toEqual([4900, 0, 4900]);
  });

  it('calculates the tax for each line item', async () => {
    const { amounts } = await payFrom('GB', 'price_plus', {
      line_items: [
        { price: 'price_plus', quantity: 2 },
        { price: 'price_with', quantity: 1 },
      ],
    });
    expect(amounts).toEqual([11_799, 1960 + 333, 13_759]);
  });

  it('has no tax in a country without a registration', async () => {
    expect((await payFrom('BR')).amounts).toEqual([4900, 0, 4900]);
  });

  it('uses an address in Denver when only an email address is given', async () => {
    const { id } = await account.open('price_plus', { customer_email: undefined });
    const session = await account.actions.pay(id, 'bob@example.com');
    expect(session).toMatchObject({
      amount_total: 5332,
      customer_details: { email: 'bob@example.com', address: { state: 'CO' }, tax_ids: [] },
    });
  });

  it('requires no address when the order is free', async () => {
    const free = await account.open('price_free');
    expect(free.automatic_tax.status).toBe('complete');
    expect(await account.actions.pay(free.id)).toMatchObject({
      amount_total: 0,
      customer_details: { address: null },
    });
  });

  it('charges the tax of the last address after a declined card', async () => {
    const { id } = await account.open();
    await account.actions.decline(id, { address: { country: 'DE' } });
    const opened = await account.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
    expect(opened).toMatchObject({ status: 'open', payment_intent: { amount: 5831 } });
    await account.actions.pay(id, { address: { country: 'FR' } });
    const paid = await account.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
    expect(paid).toMatchObject({
      amount_total: 5880,
      payment_intent: { amount: 5880, amount_received: 5880 },
    });
  });
});

describe('a business', () => {
  const business = { businessName: 'Ada GmbH', taxId: 'DE 123456789' };

  it('is charged tax in the country of the head office and outside Europe', async () => {
    const american = { businessName: 'Ada Inc', taxId: '12-3456789' };
    expect((await payFrom('US', 'price_plus', {}, american)).amounts).toEqual([4900, 432, 5332]);
    account.service.store.taxSettings.head_office = { address: { ...addressInDenver, country: 'DE' } };
    expect((await payFrom('DE', 'price_plus', {}, business)).amounts).toEqual([4900, 931, 5831]);
  });

  it.each([
    ['a tax id of another country', { country: 'FR' }, business, 'taxId'],
    ['a tax id without a name', { country: 'DE' }, { taxId: 'DE123456789' }, 'businessName'],
    ['no country', {}, {}, 'country'],
    ['no postal code in the US', { country: 'US' }, {}, 'postal_code'],
  ])('cannot pay with %s', async (_, address, details, param) => {
    const { id } = await account.open();
    await expect(account.actions.pay(id, { address, ...details })).rejects.toMatchObject({ param });
    expect(await account.stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open' });
  });

  it('cannot enter a tax id in a session that does not collect it', async () => {
    const { id } = await account.open('price_plus', { tax_id_collection: { enabled: false } });
    await expect(account.actions.pay(id, { address: { country: 'DE' }, ...business })).rejects.toMatchObject({
      param: 'taxId',
    });
  });
});

describe('creating a session', () => {
  it('is refused for an account without a head office', async () => {
    account.service.store.taxSettings.head_office = null;
    expect(await account.stripe.tax.settings.retrieve()).toMatchObject({ status: 'pending' });
    await expect(account.open()).rejects.toThrow('valid head office address');
    expect(await account.open('price_plus', { automatic_tax: { enabled: false } })).toMatchObject({
      automatic_tax: { enabled: false, status: null },
    });
  });

  it('is refused for a price without a tax behavior', async () => {
    await expect(account.open('price_unspecified')).rejects.toThrow(
      'The price `price_unspecified` does not have a `tax_behavior` set',
    );
  });

  it('is refused with automatic tax and Managed Payments', async () => {
    await expect(account.open('price_plus', { managed_payments: { enabled: true } })).rejects.toMatchObject({
      param: 'automatic_tax',
    });
  });

  it('uses the option of the currency, and refuses a currency without one', async () => {
    const { session, amounts } = await payFrom('DE', 'price_plus', { currency: 'eur' });
    expect(session).toMatchObject({ currency: 'eur', payment_method_types: ['card', 'sepa_debit'] });
    expect(amounts).toEqual([4900, 782, 4900]);
    await expect(account.open('price_plus', { currency: 'gbp' })).rejects.toThrow(
      "The price specified only supports `usd`, `eur`, `jpy`. This doesn't match the expected currency: `gbp`.",
    );
  });

  it.each<[string, Partial<Stripe.Checkout.SessionCreateParams>, string]>([
    ['a requirement', { tax_id_collection: { required: 'never' } as never }, 'required'],
    ['a wrong switch', { tax_id_collection: { enabled: 'yes' as never } }, 'enabled'],
    ['another address collection', { billing_address_collection: 'never' }, 'billing_address_collection'],
    [
      'unknown data',
      { invoice_creation: { enabled: true, invoice_data: { footer: 'red' } } },
      'invoice_data',
    ],
  ])('is refused with %s', async (_, params, param) => {
    await expect(account.open('price_plus', params)).rejects.toMatchObject({ param });
  });
});

it('is set up for tax in Colorado and in the countries of the tax table', async () => {
  const { tax } = account.stripe;
  expect(await tax.settings.retrieve()).toMatchObject({
    object: 'tax.settings',
    status: 'active',
    head_office: { address: { country: 'US', state: 'CO' } },
  });
  const { data } = await tax.registrations.list({ status: 'active', limit: 100 });
  expect(data.map(({ country }) => country).toSorted()).toEqual(['DE', 'ES', 'FR', 'GB', 'IT', 'JP', 'US']);
  expect((await tax.registrations.list({ status: 'scheduled' })).data).toEqual([]);
});

it('uses Managed Payments by default of the account, with a tax code for each product', async () => {
  const { store } = account.service;
  store.managesPayments = true;
  const untaxed = { automatic_tax: { enabled: false } };
  const { id, managed_payments } = await account.open('price_plus', untaxed);
  expect(managed_payments).toEqual({ enabled: true });
  await account.actions.pay(id);
  // The payment intent is the one of Stripe, which is the seller.
  expect(await account.stripe.checkout.sessions.retrieve(id)).toMatchObject({
    payment_status: 'paid',
    payment_intent: null,
  });
  for (const product of store.products.values()) product.tax_code = null;
  await expect(account.open('price_plus', untaxed)).rejects.toThrow('tax code');
  expect(await account.open('price_plus', { managed_payments: { enabled: false } })).toMatchObject({
    managed_payments: { enabled: false },
  });
});
