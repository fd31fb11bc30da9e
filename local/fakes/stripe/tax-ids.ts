import { invalidRequest } from './stripe-error.ts';
import type { TaxId } from './stripe-objects.ts';
import { isInEu } from './tax-table.ts';

/** The formats by country. Stripe supports more. https://docs.stripe.com/tax/checkout/tax-ids */
const formats: Record<string, { type: TaxId['type']; pattern: RegExp; example: string }> = {
  AU: { type: 'au_abn', pattern: /^\d{11}$/, example: '12345678912' },
  CH: { type: 'ch_vat', pattern: /^CHE\d{9}(MWST|TVA|IVA)$/, example: 'CHE-123.456.789 MWST' },
  GB: { type: 'gb_vat', pattern: /^GB\d{9}(\d{3})?$/, example: 'GB123456789' },
  JP: { type: 'jp_cn', pattern: /^\d{13}$/, example: '1234567891234' },
  US: { type: 'us_ein', pattern: /^\d{9}$/, example: '12-3456789' },
};

/** @throws StripeError when the tax id does not have the format of the country; only its format is checked */
export function readTaxId(typed: string, country: string): TaxId {
  // Greek tax ids begin with EL.
  const prefix = country === 'GR' ? 'EL' : country;
  const format = isInEu(country)
    ? {
        type: 'eu_vat' as const,
        pattern: new RegExp(`^${prefix}[0-9A-Z]{8,12}$`),
        example: `${prefix}123456789`,
      }
    : formats[country];
  if (!format) throw invalidRequest('The local Stripe knows no tax ids of this country.', 'taxId');
  if (!format.pattern.test(typed.toUpperCase().replace(/[\s.-]/g, ''))) {
    throw invalidRequest(`Enter a tax id like ${format.example}.`, 'taxId');
  }
  return { type: format.type, value: typed.toUpperCase() };
}
