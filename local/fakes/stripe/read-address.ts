import { isCountry } from './countries.ts';
import type { FormValue } from './form-encoding.ts';
import { asObject, checkKnownParams, readText, requireParam } from './read-params.ts';
import { invalidRequest } from './stripe-error.ts';
import type { Address } from './stripe-objects.ts';

/** @throws StripeError without a country, or for an unknown one */
export function readAddress(value: FormValue, param: string): Address {
  const given = asObject(value, param);
  checkKnownParams(given, ['city', 'country', 'line1', 'line2', 'postal_code', 'state']);
  const country = requireParam(readText(given, 'country', `${param}[country]`), `${param}[country]`);
  if (!isCountry(country)) throw invalidRequest(`Country '${country}' is unknown.`, `${param}[country]`);
  return {
    city: readText(given, 'city') ?? null,
    country,
    line1: readText(given, 'line1') ?? null,
    line2: readText(given, 'line2') ?? null,
    postal_code: readText(given, 'postal_code') ?? null,
    state: readText(given, 'state') ?? null,
  };
}
