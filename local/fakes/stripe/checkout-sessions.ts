import { cancelPayment } from './attempt-payment.ts';
import { blankSession } from './blank-session.ts';
import { describeCustomer, isEmail } from './buyer-details.ts';
import { findTaxBehaviors } from './calculate-tax.ts';
import type { FormObject } from './form-encoding.ts';
import { readLineItems } from './read-line-items.ts';
import {
  asObject,
  checkKnownParams,
  readBoolean,
  readChoice,
  readMetadata,
  readText,
  readUrl,
  requireParam,
} from './read-params.ts';
import { type Cause, recordEvent } from './record-event.ts';
import { invalidRequest, resourceMissing, StripeError } from './stripe-error.ts';
import { createId, type LineItem, type Session } from './stripe-objects.ts';
import type { AppliedBehavior, CheckoutRecord, StripeStore } from './stripe-store.ts';

const DAY_SECONDS = 24 * 3600;

const knownSessionParams = [
  ...['mode', 'line_items', 'success_url', 'cancel_url', 'customer_email', 'client_reference_id', 'metadata'],
  ...['currency', 'managed_payments', 'automatic_tax', 'billing_address_collection', 'invoice_creation'],
  // `locale` changes the real page, but no object or event that the site reads.
  ...['tax_id_collection', 'locale'],
];

/** @throws StripeError for a missing, unknown or invalid parameter */
export function createCheckout(store: StripeStore, params: FormObject, context: Cause): CheckoutRecord {
  checkKnownParams(params, knownSessionParams);
  requireParam(readChoice(params, 'mode', ['payment']), 'mode');
  const lineItems = readLineItems(params, store);
  const isManaged = readEnabled(params, 'managed_payments') ?? store.managesPayments;
  if (isManaged) checkManaged(lineItems, store);
  const amount = lineItems.reduce((sum, item) => sum + item.amount_total, 0);
  const isTaxed = readEnabled(params, 'automatic_tax') ?? false;
  if (isManaged && isTaxed)
    throw invalidRequest('`automatic_tax` cannot be set with Managed Payments.', 'automatic_tax');
  const session: Session = {
    ...blankSession,
    id: createId('cs_test'),
    amount_subtotal: amount,
    amount_total: amount,
    ...(isTaxed && {
      automatic_tax: {
        enabled: true,
        liability: { type: 'self' },
        provider: 'stripe',
        status: amount === 0 ? 'complete' : 'requires_location_inputs',
      },
    }),
    billing_address_collection:
      readChoice(params, 'billing_address_collection', ['auto', 'required']) ?? null,
    cancel_url: readUrl(params, 'cancel_url') ?? null,
    client_reference_id: readClientReference(params),
    created: context.nowSeconds,
    currency: lineItems[0]?.currency ?? null,
    customer_email: readEmail(params),
    expires_at: context.nowSeconds + DAY_SECONDS,
    invoice_creation: {
      enabled: readEnabled(params, 'invoice_creation') ?? false,
      invoice_data: {
        account_tax_ids: null,
        custom_fields: null,
        description: null,
        footer: null,
        issuer: null,
        metadata: {},
        rendering_options: null,
      },
    },
    managed_payments: { enabled: isManaged },
    metadata: readMetadata(params),
    payment_method_collection: amount === 0 ? 'if_required' : 'always',
    payment_method_types: methodsFor(amount, lineItems[0]?.currency),
    payment_status: amount === 0 ? 'no_payment_required' : 'unpaid',
    success_url: requireParam(readUrl(params, 'success_url'), 'success_url'),
    tax_id_collection: { enabled: readEnabled(params, 'tax_id_collection') ?? false, required: 'never' },
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  };
  if (session.customer_email) session.customer_details = describeCustomer({ email: session.customer_email });
  return {
    session,
    lineItems,
    taxBehaviors: isTaxed ? readTaxBehaviors(lineItems, store) : undefined,
    apiVersion: context.apiVersion,
  };
}

/**
 * The fake calculates no tax of Managed Payments, with which Stripe is the seller.
 * https://docs.stripe.com/payments/managed-payments/update-checkout
 * @throws StripeError for a product without a tax code
 */
function checkManaged(items: LineItem[], store: StripeStore): void {
  const product = items
    .map(({ price }) => store.products.get(String(price.product)))
    .find((it) => !it?.tax_code);
  if (product)
    throw invalidRequest(
      `Managed Payments needs an eligible tax code for each product, and ${product.id} has none.`,
      'line_items',
    );
}

/** @throws StripeError when the account or a price is not ready for automatic tax */
function readTaxBehaviors(items: LineItem[], store: StripeStore): AppliedBehavior[] {
  if (store.taxSettings.head_office) return findTaxBehaviors(items, store);
  throw new StripeError(
    400,
    'You must have a valid head office address to enable automatic tax calculation in test mode. Visit https://dashboard.stripe.com/test/settings/tax to update it.',
  );
}

/** @returns undefined without the parameter */
function readEnabled(params: FormObject, name: string): boolean | undefined {
  if (params[name] === undefined) return undefined;
  const settings = asObject(params[name], name);
  checkKnownParams(settings, ['enabled']);
  return requireParam(readBoolean(settings, 'enabled'), `${name}[enabled]`);
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

function methodsFor(amount: number, currency = 'usd'): string[] {
  const bankDebit = amount > 0 ? bankDebits[currency] : undefined;
  return bankDebit ? ['card', bankDebit] : ['card'];
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
