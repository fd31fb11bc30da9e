import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { openStripe } from './open-stripe.ts';
import type { CatalogPrice, CatalogProduct } from './stock-catalog.ts';
import { openTestAccount } from './test-account.ts';

let stripe: Stripe;

beforeEach(async () => {
  ({ stripe } = await openTestAccount());
});

const price = { currency: 'usd', unit_amount: 900, product: 'prod_license' };
const withOptions = (id: string) => stripe.prices.retrieve(id, { expand: ['currency_options'] });

describe('products', () => {
  it('are created, changed and listed', async () => {
    const made = await stripe.products.create({ name: 'Book', metadata: { kind: 'a', shelf: '1' } });
    expect(made).toMatchObject({ object: 'product', active: true, name: 'Book', description: null });
    const changed = await stripe.products.update(made.id, {
      name: 'Novel',
      description: 'Long',
      active: false,
      metadata: { kind: '', shelf: '2' },
    });
    expect(changed).toMatchObject({ name: 'Novel', description: 'Long', active: false });
    expect(changed.metadata).toEqual({ shelf: '2' });
    expect((await stripe.products.list()).data.map(({ id }) => id)).toEqual([made.id, 'prod_license']);
  });

  it('need a name and a new id', async () => {
    const nameless = {} as Stripe.ProductCreateParams;
    await expect(stripe.products.create(nameless)).rejects.toMatchObject({ param: 'name' });
    await expect(stripe.products.create({ id: 'prod_license', name: 'Again' })).rejects.toMatchObject({
      code: 'resource_already_exists',
    });
  });
});

describe('prices', () => {
  it('are created, and listed newest first', async () => {
    const made = await stripe.prices.create({ ...price, lookup_key: 'upgrade' });
    expect(made).toMatchObject({ unit_amount: 900, type: 'one_time', active: true });
    expect((await stripe.prices.list({ limit: 1 })).data).toMatchObject([
      { id: made.id, lookup_key: 'upgrade' },
    ]);
  });

  it('keep their amount, and transfer their lookup key', async () => {
    await expect(
      stripe.prices.update('price_paid', { unit_amount: 1 } as Stripe.PriceUpdateParams),
    ).rejects.toMatchObject({ code: 'parameter_unknown', param: 'unit_amount' });
    const next = { ...price, lookup_key: 'lifetime' };
    await expect(stripe.prices.create(next)).rejects.toMatchObject({ param: 'lookup_key' });
    const made = await stripe.prices.create({ ...next, transfer_lookup_key: true });
    expect(made.lookup_key).toBe('lifetime');
    expect((await stripe.prices.retrieve('price_paid')).lookup_key).toBeNull();
  });

  it('are refused in a session while they or their product are inactive', async () => {
    await stripe.products.update('prod_license', { default_price: 'price_free' });
    await stripe.prices.update('price_paid', { active: false });
    const sale: Stripe.Checkout.SessionCreateParams = {
      mode: 'payment',
      line_items: [{ price: 'price_paid', quantity: 1 }],
      success_url: 'http://localhost:3000/success',
    };
    await expect(stripe.checkout.sessions.create(sale)).rejects.toThrow('inactive');
    await stripe.prices.update('price_paid', { active: true });
    await stripe.products.update('prod_license', { active: false });
    await expect(stripe.checkout.sessions.create(sale)).rejects.toMatchObject({ code: 'product_inactive' });
  });

  it('are not archived while they are the default price', async () => {
    await expect(stripe.prices.update('price_paid', { active: false })).rejects.toThrow('default price');
    expect(await stripe.prices.retrieve('price_paid')).toMatchObject({ active: true });
    expect(await stripe.prices.update('price_free', { active: false })).toMatchObject({ active: false });
  });

  it.each<[string, object, object]>([
    ['no currency', { unit_amount: 1, product: 'prod_license' }, { param: 'currency' }],
    ['no amount', { currency: 'usd', product: 'prod_license' }, { param: 'unit_amount' }],
    ['a negative amount', { ...price, unit_amount: -1 }, { param: 'unit_amount' }],
    ['an unknown product', { ...price, product: 'prod_x' }, { code: 'resource_missing' }],
  ])('are refused with %s', async (_, wrong, error) => {
    const before = (await stripe.prices.list()).data.length;
    await expect(stripe.prices.create(wrong as Stripe.PriceCreateParams)).rejects.toMatchObject(error);
    expect((await stripe.prices.list()).data).toHaveLength(before);
  });
});

it('keeps changes to the catalog after a restart, and replaces prices with another amount', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'stripe-'));
  const open = async (product: Partial<CatalogProduct>, unitAmount: number) => {
    const prices = [{ id: 'price_1', unitAmount, currency: 'usd' }];
    const products = [{ id: 'prod_1', name: 'One', description: '', ...product, prices }];
    const service = await openStripe({ dir, products, listener: { secret: '', onEvent: () => {} } });
    return new Stripe('sk_test_local', { httpClient: Stripe.createFetchHttpClient(service.fetch) });
  };
  await (await open({}, 100)).products.update('prod_1', { name: 'Uno' });
  const reopened = await open({ name: 'First' }, 200);
  expect((await reopened.products.list()).data).toMatchObject([{ name: 'Uno' }]);
  expect(await reopened.prices.retrieve('price_1')).toMatchObject({ unit_amount: 200 });
  await rm(dir, { recursive: true });
});

describe('tax behavior', () => {
  it('is unspecified at first, and final once it is specified', async () => {
    const { id, tax_behavior } = await stripe.prices.create(price);
    expect(tax_behavior).toBe('unspecified');
    expect(await stripe.prices.update(id, { tax_behavior: 'inclusive' })).toMatchObject({
      tax_behavior: 'inclusive',
    });
    await expect(stripe.prices.update(id, { tax_behavior: 'exclusive' })).rejects.toMatchObject({
      statusCode: 400,
      param: 'tax_behavior',
    });
    await expect(stripe.prices.update(id, { tax_behavior: 'unspecified' })).rejects.toThrow('inclusive');
    expect(await stripe.prices.update(id, { tax_behavior: 'inclusive' })).toMatchObject({ id });
  });

  it('is one of three', async () => {
    await expect(stripe.prices.create({ ...price, tax_behavior: 'none' })).rejects.toMatchObject({
      param: 'tax_behavior',
    });
  });
});

describe('currency options', () => {
  it('are shown on request, with the currency of the price itself', async () => {
    const made = await stripe.prices.create({
      ...price,
      tax_behavior: 'exclusive',
      currency_options: { eur: { unit_amount: 1000, tax_behavior: 'inclusive' } },
    });
    expect(made.currency_options).toBeUndefined();
    expect((await stripe.prices.retrieve(made.id)).currency_options).toBeUndefined();
    const options = {
      usd: { unit_amount: 900, tax_behavior: 'exclusive' },
      eur: { unit_amount: 1000, tax_behavior: 'inclusive' },
    };
    expect((await withOptions(made.id)).currency_options).toMatchObject(options);
    const { data } = await stripe.prices.list({ limit: 1, expand: ['data.currency_options'] });
    expect(data[0]?.currency_options).toMatchObject(options);
  });

  it('are added and changed by currency, except for a final tax behavior', async () => {
    const { id } = await stripe.prices.create({ ...price, currency_options: { eur: { unit_amount: 1000 } } });
    await stripe.prices.update(id, {
      currency_options: { eur: { tax_behavior: 'inclusive' }, jpy: { unit_amount: 1500 } },
    });
    expect((await withOptions(id)).currency_options).toMatchObject({
      eur: { unit_amount: 1000, tax_behavior: 'inclusive' },
      jpy: { unit_amount: 1500, tax_behavior: 'unspecified' },
    });
    const change = { currency_options: { eur: { tax_behavior: 'exclusive' as const } } };
    await expect(stripe.prices.update(id, change)).rejects.toMatchObject({
      param: 'currency_options[eur][tax_behavior]',
    });
  });

  it.each([
    ['the currency of the price', { usd: { unit_amount: 1 } }, 'currency_options[usd]'],
    ['no currency', { euros: { unit_amount: 1 } }, 'currency_options[euros]'],
    ['no amount', { eur: { tax_behavior: 'inclusive' as const } }, 'currency_options[eur][unit_amount]'],
  ])('are refused with %s', async (_, currency_options, param) => {
    await expect(stripe.prices.create({ ...price, currency_options })).rejects.toMatchObject({ param });
  });
});

it('replaces a price of the catalog with another tax behavior, and keeps what requests added', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'stripe-'));
  const open = async (catalogPrice: Partial<CatalogPrice>, taxCode?: string) => {
    const prices = [{ id: 'price_1', unitAmount: 100, currency: 'usd', ...catalogPrice }];
    const products = [{ id: 'prod_1', name: 'One', description: '', taxCode, prices }];
    const service = await openStripe({ dir, products, listener: { secret: '', onEvent: () => {} } });
    stripe = new Stripe('sk_test_local', { httpClient: Stripe.createFetchHttpClient(service.fetch) });
    await stripe.prices.update('price_1', {});
    return withOptions('price_1');
  };
  await open({});
  await stripe.prices.update('price_1', {
    tax_behavior: 'inclusive',
    currency_options: { eur: { unit_amount: 90, tax_behavior: 'inclusive' } },
  });
  expect((await open({})).tax_behavior).toBe('inclusive');
  expect((await open({ taxBehavior: 'inclusive' })).currency_options).toMatchObject({
    eur: { unit_amount: 90 },
  });
  const replaced = await open(
    {
      taxBehavior: 'exclusive',
      currencyOptions: { eur: { unitAmount: 95, taxBehavior: 'inclusive' }, jpy: { unitAmount: 150 } },
    },
    'txcd_10202000',
  );
  expect(replaced).toMatchObject({
    tax_behavior: 'exclusive',
    currency_options: {
      eur: { unit_amount: 95, tax_behavior: 'inclusive' },
      jpy: { unit_amount: 150, tax_behavior: 'unspecified' },
    },
  });
  expect((await stripe.products.list()).data).toMatchObject([{ tax_code: 'txcd_10202000' }]);
  await rm(dir, { recursive: true });
});
