import type { FormObject } from './form-encoding.ts';
import { listObjects, listParams, newestFirst } from './list-objects.ts';
import { readAddress } from './read-address.ts';
import {
  asObject,
  checkKnownParams,
  readChoice,
  readInteger,
  readText,
  requireParam,
} from './read-params.ts';
import type { Cause } from './record-event.ts';
import { invalidRequest } from './stripe-error.ts';
import { createId, type TaxRegistration, type TaxSettings } from './stripe-objects.ts';
import type { StripeStore } from './stripe-store.ts';
import { taxPercentages } from './tax-table.ts';

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
    addRegistration(store, country, options, nowSeconds, nowSeconds);
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

/** Reads all parameters first, because a refused request must not change anything. */
export function updateTaxSettings(store: StripeStore, params: FormObject): TaxSettings {
  checkKnownParams(params, ['defaults', 'head_office', 'expand']);
  const defaults = asObject(params.defaults ?? {}, 'defaults');
  checkKnownParams(defaults, ['tax_behavior', 'tax_code']);
  const behaviors = ['exclusive', 'inclusive', 'inferred_by_currency'];
  const behavior = readChoice(defaults, 'tax_behavior', behaviors);
  const taxCode = readText(defaults, 'tax_code');
  const office = asObject(params.head_office ?? {}, 'head_office');
  checkKnownParams(office, ['address']);
  const address =
    office.address === undefined ? undefined : readAddress(office.address, 'head_office[address]');
  if (behavior) store.taxSettings.defaults.tax_behavior = behavior;
  if (taxCode) store.taxSettings.defaults.tax_code = taxCode;
  if (address) store.taxSettings.head_office = { address };
  return presentTaxSettings(store);
}

/** @throws StripeError for a country without a rate in the tax table, which real Stripe may support */
export function createRegistration(store: StripeStore, params: FormObject, cause: Cause): TaxRegistration {
  checkKnownParams(params, ['active_from', 'country', 'country_options', 'expand']);
  const country = requireParam(readText(params, 'country'), 'country');
  if (taxPercentages[country] === undefined) {
    throw invalidRequest(`The local Stripe has no tax rate for ${country}.`, 'country');
  }
  const option = country.toLowerCase();
  const allOptions = asObject(requireParam(params.country_options, 'country_options'), 'country_options');
  const param = `country_options[${option}]`;
  const options = asObject(requireParam(allOptions[option], param), param);
  requireParam(readText(options, 'type', `${param}[type]`), `${param}[type]`);
  const isNow = requireParam(readText(params, 'active_from'), 'active_from') === 'now';
  const activeFrom = isNow ? cause.nowSeconds : (readInteger(params, 'active_from', 0) ?? 0);
  return presentRegistration(
    addRegistration(store, country, options, activeFrom, cause.nowSeconds),
    cause.nowSeconds,
  );
}

export function listRegistrations(
  store: StripeStore,
  request: { path: string; params: FormObject; nowSeconds: number },
): object {
  checkKnownParams(request.params, ['status', ...listParams]);
  const status = readChoice(request.params, 'status', ['active', 'all', 'expired', 'scheduled']) ?? 'all';
  return listObjects(
    newestFirst(store.taxRegistrations).map((each) => presentRegistration(each, request.nowSeconds)),
    (registration) => status === 'all' || registration.status === status,
    request,
  );
}

export function isRegistered(store: StripeStore, country: string, nowSeconds: number): boolean {
  return [...store.taxRegistrations.values()].some(
    (each) => each.country === country && each.active_from <= nowSeconds,
  );
}

export function presentRegistration(registration: TaxRegistration, nowSeconds: number): TaxRegistration {
  return { ...registration, status: registration.active_from <= nowSeconds ? 'active' : 'scheduled' };
}

function addRegistration(
  store: StripeStore,
  country: string,
  options: object,
  activeFrom: number,
  nowSeconds: number,
): TaxRegistration {
  const registration: TaxRegistration = {
    id: createId('taxreg'),
    object: 'tax.registration',
    active_from: activeFrom,
    country,
    country_options: { [country.toLowerCase()]: options },
    created: nowSeconds,
    expires_at: null,
    livemode: false,
    status: 'active',
  };
  store.taxRegistrations.set(registration.id, registration);
  return registration;
}
