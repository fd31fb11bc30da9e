/*
 * The price of the paid offer for a buyer, by country, kind of buyer and tax setting of the stage. The
 * amounts were calculated by hand from the rates in local/fakes/stripe/tax-settings.ts.
 */

export const taxCountries = ['US', 'DE', 'FR', 'GB', 'JP'] as const;
export type TaxCountry = (typeof taxCountries)[number];

export interface TaxCell {
  country: TaxCountry;
  kind: 'consumer' | 'business';
  salesTax: 'included' | 'excluded';
}

/** The seller is in Denver, so businesses in the EU and the UK pay the tax themselves. */
export const taxBuyers: Record<
  TaxCountry,
  { currency: string; taxId: string; isFreeOfTaxAsBusiness: boolean }
> = {
  US: { currency: 'usd', taxId: '12-3456789', isFreeOfTaxAsBusiness: false },
  DE: { currency: 'eur', taxId: 'DE123456789', isFreeOfTaxAsBusiness: true },
  FR: { currency: 'eur', taxId: 'FRAB123456789', isFreeOfTaxAsBusiness: true },
  GB: { currency: 'gbp', taxId: 'GB123456789', isFreeOfTaxAsBusiness: true },
  JP: { currency: 'jpy', taxId: '1234567890123', isFreeOfTaxAsBusiness: false },
};

const amounts: Record<TaxCell['salesTax'], Record<TaxCountry, [total: number, tax: number]>> = {
  included: { US: [4900, 397], DE: [4900, 782], FR: [4900, 817], GB: [4300, 717], JP: [7800, 709] },
  excluded: { US: [5332, 432], DE: [5831, 931], FR: [5880, 980], GB: [5160, 860], JP: [8580, 780] },
};

/** Without tax, the price equals that of the page in both cases. */
export const pagePrices: Record<TaxCountry, number> = { US: 4900, DE: 4900, FR: 4900, GB: 4300, JP: 7800 };

export const taxCells: TaxCell[] = taxCountries.flatMap((country) =>
  (['consumer', 'business'] as const).flatMap((kind) =>
    (['included', 'excluded'] as const).map((salesTax) => ({ country, kind, salesTax })),
  ),
);

/** The total and the tax in it, in the currency's smallest unit. */
export function amountsOfCell({ country, kind, salesTax }: TaxCell): { total: number; tax: number } {
  if (kind === 'business' && taxBuyers[country].isFreeOfTaxAsBusiness)
    return { total: pagePrices[country], tax: 0 };
  const [total, tax] = amounts[salesTax][country];
  return { total, tax };
}
