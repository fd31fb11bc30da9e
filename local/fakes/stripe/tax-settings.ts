import { createId, type TaxSettings } from './stripe-objects.ts';
import type { StripeStore } from './stripe-store.ts';

/**
 * Percent of tax by the country of the buyer. Real rates also depend on the product, and in the US on the
 * state, county and city: 8.81 is the rate in Denver, where the account has its head office.
 */
export const taxPercentages: Record<string, number> = {
  DE: 19,
  ES: 21,
  FR: 20,
  GB: 20,
  IT: 22,
  JP: 10,
  US: 8.81,
};

/** The head office of a new account, and the address of a buyer that a test does not describe. */
export const addressInDenver = {
  city: 'Denver',
  country: 'US',
  line1: '1437 Bannock St',
  line2: null,
  postal_code: '80202',
  state: 'CO',
};

/** Gives a new account a head office, and a registration for each country of the tax table. */
export function setUpTax(store: StripeStore, nowSeconds: number): void {
  store.taxSettings.head_office = { address: { ...addressInDenver } };
  for (const country of Object.keys(taxPercentages)) {
    const options = country === 'US' ? { state: 'CO', type: 'state_sales_tax' } : { type: 'standard' };
    const id = createId('taxreg');
    store.taxRegistrations.set(id, {
      id,
      object: 'tax.registration',
      active_from: nowSeconds,
      country,
      country_options: { [country.toLowerCase()]: options },
      created: nowSeconds,
      expires_at: null,
      livemode: false,
      status: 'active',
    });
  }
}

/** https://docs.stripe.com/tax/settings-api */
export function presentTaxSettings({ taxSettings }: StripeStore): TaxSettings {
  return taxSettings.head_office
    ? { ...taxSettings, status: 'active', status_details: { active: {} } }
    : {
        ...taxSettings,
        status: 'pending',
        status_details: { pending: { missing_fields: ['head_office'] } },
      };
}

export function isRegistered(store: StripeStore, country: string): boolean {
  return [...store.taxRegistrations.values()].some((each) => each.country === country);
}

const euCountries = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(
  ' ',
);

export function isInEu(country: string): boolean {
  return euCountries.includes(country);
}
