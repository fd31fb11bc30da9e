import { escapeHtml } from '../../server/local-page.ts';
import { asksForBusiness, type BuyerDetails } from './buyer-details.ts';
import { countries, countryName } from './countries.ts';
import type { FormObject } from './form-encoding.ts';
import type { Session } from './stripe-objects.ts';
import type { Buyer } from './stripe-store.ts';

/** The typed values by the names of the fields. */
export type TypedDetails = Partial<Record<(typeof fieldNames)[number], string>>;

const fieldNames = ['email', 'country', 'postal_code', 'line1', 'city', 'businessName', 'taxId'] as const;

export function readTypedDetails(form: FormObject): TypedDetails {
  return Object.fromEntries(
    fieldNames.map((name) => [name, typeof form[name] === 'string' ? form[name] : '']),
  );
}

export function toBuyerDetails({ email, businessName, taxId, ...address }: TypedDetails): BuyerDetails {
  return { email, address, businessName, taxId };
}

/** The required fields of a session before it shows its total. */
export function renderDetailsFields(session: Session, typed: TypedDetails): string {
  const isRequired = session.billing_address_collection === 'required';
  const hasStreet = isRequired || asksForBusiness(session);
  const options = countries.map(
    ({ code, name }) =>
      `<option value="${code}"${code === typed.country ? ' selected' : ''}>${escapeHtml(name)}</option>`,
  );
  const field = (name: keyof TypedDetails, label: string, autocomplete: string, state = '') =>
    renderField({ name, label, autocomplete, state, value: typed[name] ?? '' });
  return [
    renderEmailField(session, typed.email),
    `<label for="country">Country</label>
    <select id="country" name="country" autocomplete="country" required>
      <option value="">Choose a country</option>${options.join('')}
    </select>`,
    hasStreet
      ? field('line1', 'Street and number', 'address-line1', isRequired ? 'required' : '') +
        field('city', 'City', 'address-level2', isRequired ? 'required' : '')
      : '',
    field('postal_code', 'Postal code', 'postal-code'),
    asksForBusiness(session)
      ? `<fieldset><legend>I am buying as a business (optional)</legend>
      ${field('businessName', 'Business name', 'organization')}
      ${field('taxId', 'Tax ID', 'off')}</fieldset>`
      : '',
  ].join('');
}

/** The details that the buyer entered. */
export function renderDetails({ email, address, businessName, taxId }: Buyer): string {
  const place = [
    address?.line1,
    [address?.postal_code, address?.city].filter(Boolean).join(' '),
    address?.country && countryName(address.country),
  ];
  const facts = {
    Email: email,
    Business: businessName,
    'Tax ID': taxId?.value,
    Address: place.filter(Boolean).join(', '),
  };
  const rows = Object.entries(facts).map(([name, value]) =>
    value ? `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>` : '',
  );
  return `<dl>${rows.join('')}</dl>`;
}

export function renderEmailField(session: Session, typed = ''): string {
  return renderField({
    name: 'email',
    label: 'Email',
    type: 'email',
    autocomplete: 'email',
    state: session.customer_email ? 'readonly' : 'required',
    value: session.customer_email ?? typed,
  });
}

interface Field {
  name: string;
  label: string;
  type?: string;
  autocomplete: string;
  state: string;
  value: string;
}

function renderField({ name, label, type = 'text', autocomplete, state, value }: Field): string {
  return `<label for="${name}">${label}</label>
      <input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" ${state} value="${escapeHtml(value)}">`;
}
