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

const euCountries = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(
  ' ',
);

export function isInEu(country: string): boolean {
  return euCountries.includes(country);
}
