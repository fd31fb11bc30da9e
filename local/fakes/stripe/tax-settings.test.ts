import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { openStripe, type StripeOptions } from './open-stripe.ts';

async function connect(options: Partial<StripeOptions> = {}): Promise<Stripe> {
  const service = await openStripe({
    products: [],
    listener: { secret: 'whsec_none', onEvent: () => {} },
    ...options,
  });
  return new Stripe('sk_test_1', { httpClient: Stripe.createFetchHttpClient(service.fetch) });
}

const countriesOf = async (stripe: Stripe, status?: 'active' | 'scheduled') =>
  (await stripe.tax.registrations.list({ status, limit: 100 })).data.map(({ country }) => country).toSorted();

describe('a new account', () => {
  it('has a head office in Colorado, and is registered in the countries of the tax table', async () => {
    const stripe = await connect();
    expect(await stripe.tax.settings.retrieve()).toMatchObject({
      object: 'tax.settings',
      status: 'active',
      status_details: { active: {} },
      head_office: { address: { country: 'US', state: 'CO' } },
      defaults: { tax_behavior: null },
    });
    expect(await countriesOf(stripe, 'active')).toEqual(['DE', 'ES', 'FR', 'GB', 'IT', 'JP', 'US']);
  });

  it('can be without a head office and registrations, and get them by requests', async () => {
    const stripe = await connect({ isSetUpForTax: false });
    expect(await stripe.tax.settings.retrieve()).toMatchObject({
      status: 'pending',
      status_details: { pending: { missing_fields: ['head_office'] } },
      head_office: null,
    });
    expect(await countriesOf(stripe)).toEqual([]);
    const changed = await stripe.tax.settings.update({
      defaults: { tax_behavior: 'inclusive' },
      head_office: { address: { country: 'DE', postal_code: '10115' } },
    });
    expect(changed).toMatchObject({ status: 'active', defaults: { tax_behavior: 'inclusive' } });
    const made = await stripe.tax.registrations.create({
      country: 'DE',
      country_options: { de: { type: 'standard' } },
      active_from: 'now',
    });
    expect(made).toMatchObject({ status: 'active', country_options: { de: { type: 'standard' } } });
    expect(await stripe.tax.registrations.retrieve(made.id)).toMatchObject({ country: 'DE' });
  });
});

it('schedules a registration of the future', async () => {
  const clock = { nowSeconds: 1000 };
  const stripe = await connect({ isSetUpForTax: false, nowSeconds: () => clock.nowSeconds });
  await stripe.tax.registrations.create({
    country: 'FR',
    country_options: { fr: { type: 'standard' } },
    active_from: 2000,
  });
  expect(await countriesOf(stripe, 'active')).toEqual([]);
  expect(await countriesOf(stripe, 'scheduled')).toEqual(['FR']);
  clock.nowSeconds = 2000;
  expect(await countriesOf(stripe, 'active')).toEqual(['FR']);
});

it.each<[string, Stripe.Tax.SettingsUpdateParams, string]>([
  ['an unknown country', { head_office: { address: { country: 'XX' } } }, 'head_office[address][country]'],
  ['no country', { head_office: { address: { city: 'Berlin' } } }, 'head_office[address][country]'],
  ['an unknown behavior', { defaults: { tax_behavior: 'none' } }, 'tax_behavior'],
])('refuses settings with %s', async (_, params, param) => {
  const stripe = await connect({ isSetUpForTax: false });
  await expect(stripe.tax.settings.update(params)).rejects.toMatchObject({ param });
});

it('stores the settings, and sets up tax in a file of an earlier version', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'stripe-'));
  await (await connect({ dir })).tax.settings.update({ defaults: { tax_behavior: 'inclusive' } });
  const reopened = await connect({ dir });
  expect(await reopened.tax.settings.retrieve()).toMatchObject({ defaults: { tax_behavior: 'inclusive' } });
  expect(await countriesOf(reopened)).toHaveLength(7);
  const file = join(dir, 'stripe.json');
  const state = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...state, taxSettings: undefined, taxRegistrations: undefined }));
  const upgraded = await connect({ dir });
  expect(await upgraded.tax.settings.retrieve()).toMatchObject({
    status: 'active',
    defaults: { tax_behavior: null },
  });
  await rm(dir, { recursive: true });
});
