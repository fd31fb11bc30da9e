import { isCountry } from './countries.ts';
import { invalidRequest } from './stripe-error.ts';
import type { Address, Session, TaxId } from './stripe-objects.ts';
import type { Buyer, CheckoutRecord } from './stripe-store.ts';
import { addressInDenver, isInEu } from './tax-settings.ts';

/** The details that a buyer types. */
export interface BuyerDetails {
  email?: string;
  /** The country is its code, such as `DE`. */
  address?: Partial<Address>;
  businessName?: string;
  /** Its type follows from the country. */
  taxId?: string;
}

/** Countries in which a postal code is necessary to calculate tax. https://docs.stripe.com/tax/customer-locations */
const needingPostalCode = ['US', 'CA'];

/** A free order has no tax, so it needs no address. */
export function asksForAddress(session: Session): boolean {
  return (
    session.billing_address_collection === 'required' ||
    (Boolean(session.amount_subtotal) && session.automatic_tax.enabled) ||
    asksForBusiness(session)
  );
}

export function asksForBusiness(session: Session): boolean {
  return Boolean(session.amount_subtotal && session.tax_id_collection?.enabled);
}

/**
 * Missing details are those of the previous attempt. The default address, for tests, is in Denver.
 * @throws StripeError whose `param` is the name of the invalid detail
 */
export function readBuyer({ session, buyer: previous }: CheckoutRecord, details: BuyerDetails): Buyer {
  const email = session.customer_email ?? details.email?.trim() ?? previous?.email ?? '';
  if (!isEmail(email)) throw invalidRequest(`Invalid email address: ${email}`, 'email', 'email_invalid');
  if (!details.address && previous) return { ...previous, email };
  const address = details.address
    ? readTypedAddress(details.address, session.billing_address_collection === 'required')
    : asksForAddress(session)
      ? { ...addressInDenver }
      : null;
  const businessName = details.businessName?.trim() || null;
  const typedTaxId = details.taxId?.trim();
  if ((businessName || typedTaxId) && !asksForBusiness(session)) {
    throw invalidRequest('This Checkout Session does not collect tax ids.', 'taxId');
  }
  if (typedTaxId && !businessName)
    throw invalidRequest('Enter the name of the business, too.', 'businessName');
  const taxId = typedTaxId ? readTaxId(typedTaxId, address?.country ?? '') : null;
  return { email, address, businessName, taxId };
}

export function isEmail(text: string): boolean {
  return text.length <= 512 && /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text);
}

export function describeCustomer({
  email,
  address,
  businessName,
  taxId,
}: Pick<Buyer, 'email'> & Partial<Buyer>): Session['customer_details'] {
  return {
    address: address ?? null,
    business_name: businessName ?? null,
    email,
    individual_name: null,
    name: businessName ?? null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: taxId === undefined ? null : taxId ? [taxId] : [],
  };
}

function readTypedAddress(typed: Partial<Address>, isRequired: boolean): Address {
  const line = (name: keyof Address) => typed[name]?.trim() || null;
  const country = line('country');
  if (!country || !isCountry(country)) throw invalidRequest('Choose a country.', 'country');
  if (needingPostalCode.includes(country) && !line('postal_code')) {
    throw invalidRequest('Enter a postal code.', 'postal_code');
  }
  if (isRequired && !line('line1')) throw invalidRequest('Enter a street and number.', 'line1');
  if (isRequired && !line('city')) throw invalidRequest('Enter a city.', 'city');
  return {
    city: line('city'),
    country,
    line1: line('line1'),
    line2: line('line2'),
    postal_code: line('postal_code'),
    state: line('state'),
  };
}

/** The formats by country. Stripe supports more. https://docs.stripe.com/tax/checkout/tax-ids */
const formats: Record<string, { type: TaxId['type']; pattern: RegExp; example: string }> = {
  AU: { type: 'au_abn', pattern: /^\d{11}$/, example: '12345678912' },
  CH: { type: 'ch_vat', pattern: /^CHE\d{9}(MWST|TVA|IVA)$/, example: 'CHE-123.456.789 MWST' },
  GB: { type: 'gb_vat', pattern: /^GB\d{9}(\d{3})?$/, example: 'GB123456789' },
  JP: { type: 'jp_cn', pattern: /^\d{13}$/, example: '1234567891234' },
  US: { type: 'us_ein', pattern: /^\d{9}$/, example: '12-3456789' },
};

/** @throws StripeError when the tax id does not have the format of the country; only its format is checked */
function readTaxId(typed: string, country: string): TaxId {
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
