import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { openStripe } from './open-stripe.ts';
import type { CatalogPrice } from './stock-catalog.ts';
import { openTestAccount } from './test-account.ts';

let stripe: Stripe;

beforeEach(async () => {
  ({ stripe } = await openTestAccount());
});

const book = { currency: 'usd', unit_amount: 900, product: 'prod_license' };
const withOptions = (id: string) => stripe.prices.retrieve(id, { expand: ['currency_options'] });

describe('tax behavior', () => {
  it('is unspecified at first, and final once it is specified', async () => {
    const { id, tax_behavior } = await stripe.prices.create(book);
    expect(tax_behavior).toBe('unspecified');
    expect(await stripe.prices.update(id, { tax_behavior: 'inclusive' })).toMatchObject({
      tax_behavior: 'inclusive',
    });
    await expect(stripe.prices.update(id, { tax_behavior: 'exclusive' })).rejects.toMatchObject({
      statusCode: 400,
      param: 'tax_behavior',
    });
    await expect(stripe.prices.update(id, { tax_behavior: 'unspecified' })).rejects.toThrow('inclusive');
    expect(await stripe.prices.update(id, { tax_behavior: 'inclusive', nickname: 'same' })).toMatchObject({
      nickname: 'same',
    });
  });

  it('is one of three', async () => {
    await expect(stripe.prices.create({ ...book, tax_behavior: 'none' })).rejects.toMatchObject({
      param: 'tax_behavior',
    });
  });
});

describe('currency options', () => {
  it('are shown on request, with the currency of the price itself', async () => {
    const made = await stripe.prices.create({
      ...book,
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
    const { id } = await stripe.prices.create({ ...book, currency_options: { eur: { unit_amount: 1000 } } });
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
    await expect(stripe.prices.create({ ...book, currency_options })).rejects.toMatchObject({ param });
  });
});

it('replaces a price of the catalog with another tax behavior, and keeps what requests added', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'stripe-'));
  const open = async (price: Partial<CatalogPrice>, taxCode?: string) => {
    const prices = [{ id: 'price_1', unitAmount: 100, currency: 'usd', ...price }];
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
  expect(await stripe.products.retrieve('prod_1')).toMatchObject({ tax_code: 'txcd_10202000' });
  await rm(dir, { recursive: true });
});
