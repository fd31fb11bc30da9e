import { cancelPayment } from './attempt-payment.ts';
import { blankSession } from './blank-session.ts';
import { describeCustomer, isEmail } from './buyer-details.ts';
import type { FormObject } from './form-encoding.ts';
import { addTax, isManaged } from './managed-payments.ts';
import { readLineItems } from './read-line-items.ts';
import {
  asObject,
  checkKnownParams,
  readBoolean,
  readChoice,
  readInteger,
  readMetadata,
  readText,
  readTexts,
  readUrl,
  requireParam,
} from './read-params.ts';
import { type Cause, recordEvent } from './record-event.ts';
import { readTaxBehaviors, readTaxFields } from './session-tax-params.ts';
import { invalidRequest, resourceMissing } from './stripe-error.ts';
import { createId, type Session } from './stripe-objects.ts';
import type { CheckoutRecord, StripeStore } from './stripe-store.ts';

const DAY_SECONDS = 24 * 3600;
const HALF_HOUR_SECONDS = 30 * 60;

const knownSessionParams = [
  ...['mode', 'line_items', 'success_url', 'cancel_url', 'customer_email', 'client_reference_id', 'metadata'],
  ...['expires_at', 'payment_intent_data', 'expand', 'ui_mode', 'currency'],
  ...['allowed_payment_method_types', 'excluded_payment_method_types', 'managed_payments'],
  ...['automatic_tax', 'billing_address_collection', 'invoice_creation', 'tax_id_collection'],
  // These parameters change the real page, but no object or event that the site reads.
  ...['allow_promotion_codes', 'branding_settings'],
  ...['consent_collection', 'custom_text', 'customer_creation', 'locale', 'name_collection'],
  ...['phone_number_collection', 'submit_type'],
];

/** @throws StripeError for a missing, unknown or invalid parameter */
export function createCheckout(store: StripeStore, params: FormObject, context: Cause): CheckoutRecord {
  checkKnownParams(params, knownSessionParams);
  const mode = requireParam(readChoice(params, 'mode', ['payment', 'setup', 'subscription']), 'mode');
  if (mode !== 'payment') throw invalidRequest('The local Stripe supports only mode `payment`.', 'mode');
  const uiMode = readText(params, 'ui_mode') ?? 'hosted_page';
  if (uiMode !== 'hosted_page' && uiMode !== 'hosted') {
    throw invalidRequest('The local Stripe supports only the hosted page.', 'ui_mode');
  }
  const isManagedByStripe = isManaged(params, store);
  const items = readLineItems(params, store);
  const lineItems = isManagedByStripe ? addTax(items, store) : items;
  const subtotal = lineItems.reduce((sum, item) => sum + item.amount_subtotal, 0);
  const amount = lineItems.reduce((sum, item) => sum + item.amount_total, 0);
  const paymentData = asObject(params.payment_intent_data ?? {}, 'payment_intent_data');
  const session: Session = {
    ...blankSession,
    ...readTaxFields(params, amount === 0),
    id: createId('cs_test'),
    allow_promotion_codes: readBoolean(params, 'allow_promotion_codes') ?? null,
    allowed_payment_method_types: params.allowed_payment_method_types
      ? readTexts(params, 'allowed_payment_method_types')
      : null,
    amount_subtotal: subtotal,
    amount_total: amount,
    cancel_url: readUrl(params, 'cancel_url') ?? null,
    client_reference_id: readClientReference(params),
    created: context.nowSeconds,
    currency: lineItems[0]?.currency ?? null,
    customer_email: readEmail(params),
    expires_at: readExpiry(params, context.nowSeconds),
    managed_payments: { enabled: isManagedByStripe },
    metadata: readMetadata(params),
    payment_method_collection: amount === 0 ? 'if_required' : 'always',
    payment_method_types: readMethods(params, amount, lineItems[0]?.currency),
    payment_status: amount === 0 ? 'no_payment_required' : 'unpaid',
    success_url: requireParam(readUrl(params, 'success_url'), 'success_url'),
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: amount - subtotal },
  };
  if (session.customer_email) session.customer_details = describeCustomer({ email: session.customer_email });
  return {
    session,
    lineItems,
    taxBehaviors: readTaxBehaviors(params, items, store, isManagedByStripe),
    paymentMetadata: readMetadata(paymentData, 'payment_intent_data[metadata]'),
    apiVersion: context.apiVersion,
  };
}

/** @throws StripeError when the session is not open */
export function expireCheckout(store: StripeStore, { session }: CheckoutRecord, cause: Cause): void {
  if (session.status !== 'open') {
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    );
  }
  session.status = 'expired';
  const intent = store.paymentIntents.get(String(session.payment_intent));
  if (intent) cancelPayment(store, intent, cause);
  recordEvent(store, 'checkout.session.expired', session, cause);
}

/** @returns whether any session expired */
export function expireDueCheckouts(store: StripeStore, nowSeconds: number): boolean {
  const due = [...store.checkouts.values()].filter(
    ({ session }) => session.status === 'open' && session.expires_at <= nowSeconds,
  );
  for (const checkout of due)
    expireCheckout(store, checkout, { nowSeconds, apiVersion: checkout.apiVersion });
  return due.length > 0;
}

/** @throws StripeError resource_missing */
export function findCheckout(store: StripeStore, id: string): CheckoutRecord {
  const checkout = store.checkouts.get(id);
  if (!checkout) throw resourceMissing('checkout.session', id);
  return checkout;
}

/** The bank debits by currency. https://docs.stripe.com/payments/bank-debits */
const bankDebits: Record<string, string> = { usd: 'us_bank_account', eur: 'sepa_debit', gbp: 'bacs_debit' };

/** @throws StripeError when no payment method is left */
function readMethods(params: FormObject, amount: number, currency = 'usd'): string[] {
  const allowed = readTexts(params, 'allowed_payment_method_types');
  const excluded = readTexts(params, 'excluded_payment_method_types');
  const bankDebit = amount > 0 ? bankDebits[currency] : undefined;
  const methods = (bankDebit ? ['card', bankDebit] : ['card']).filter(
    (method) => (allowed.length === 0 || allowed.includes(method)) && !excluded.includes(method),
  );
  if (methods.length > 0) return methods;
  throw invalidRequest('No valid payment method types for this Checkout Session.');
}

function readClientReference(params: FormObject): string | null {
  const reference = readText(params, 'client_reference_id') ?? null;
  if (reference && reference.length > 200) {
    throw invalidRequest('Invalid string: must be at most 200 characters', 'client_reference_id');
  }
  return reference;
}

function readEmail(params: FormObject): string | null {
  const email = readText(params, 'customer_email') ?? null;
  if (email !== null && !isEmail(email)) {
    throw invalidRequest(`Invalid email address: ${email}`, 'customer_email', 'email_invalid');
  }
  return email;
}

function readExpiry(params: FormObject, nowSeconds: number): number {
  const expiresAt = readInteger(params, 'expires_at', 0) ?? nowSeconds + DAY_SECONDS;
  if (expiresAt < nowSeconds + HALF_HOUR_SECONDS) {
    throw invalidRequest(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      'expires_at',
    );
  }
  if (expiresAt > nowSeconds + DAY_SECONDS) {
    throw invalidRequest(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      'expires_at',
    );
  }
  return expiresAt;
}
