import {
  attemptPayment,
  failPayment,
  findOrCreateIntent,
  type PaymentFailure,
  succeedPayment,
} from './attempt-payment.ts';
import { type BuyerDetails, describeCustomer, readBuyer } from './buyer-details.ts';
import { applyTax } from './calculate-tax.ts';
import { createInvoice, getsInvoice, payInvoice } from './invoices.ts';
import { type Cause, recordEvent } from './record-event.ts';
import { invalidRequest } from './stripe-error.ts';
import { createId, type PaymentIntent, type Session } from './stripe-objects.ts';
import type { Buyer, CheckoutRecord, StripeStore } from './stripe-store.ts';

const declinedCard: PaymentFailure = {
  type: 'card_error',
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your card was declined.',
};
const failedDebit: PaymentFailure = {
  type: 'invalid_request_error',
  code: 'payment_intent_payment_attempt_failed',
  message: 'The payment failed because the account has insufficient funds.',
};

/** The bank debit that a session offers. */
export function bankDebitOf(session: Session): string | undefined {
  return session.payment_method_types.find(
    (method) => method.endsWith('_debit') || method === 'us_bank_account',
  );
}

/**
 * Stores the details of the buyer, and calculates the tax.
 * @throws StripeError when the session is not open, or a detail is invalid
 */
export function enterDetails(store: StripeStore, checkout: CheckoutRecord, details: BuyerDetails): Buyer {
  const { status } = checkout.session;
  if (status !== 'open') {
    throw invalidRequest(`This Checkout Session cannot be paid: it has a status of \`${status}\`.`);
  }
  const buyer = readBuyer(checkout, details);
  checkout.buyer = buyer;
  applyTax(store, checkout, buyer);
  return buyer;
}

/**
 * Pays with a card, or completes a free order.
 * @throws StripeError as `enterDetails`
 */
export function payCheckout(
  store: StripeStore,
  checkout: CheckoutRecord,
  cause: Cause,
  details: BuyerDetails = {},
): void {
  const { session } = checkout;
  const buyer = enterDetails(store, checkout, details);
  if (session.amount_total) {
    createCustomer(session);
    const intent = findOrCreateIntent(store, checkout, cause);
    attemptPayment(store, intent, { buyer, method: 'card' }, cause);
    succeedPayment(store, intent, cause);
    session.payment_status = 'paid';
  }
  completeCheckout(store, checkout, buyer, cause);
}

/**
 * Pays by bank debit: the session is complete, and the payment succeeds or fails days later.
 * https://docs.stripe.com/payments/checkout/fulfill-orders#delayed-notification
 * @throws StripeError as `enterDetails`, and when the session offers no bank debit
 */
export function payCheckoutLater(
  store: StripeStore,
  checkout: CheckoutRecord,
  cause: Cause,
  details: BuyerDetails = {},
): void {
  const buyer = enterDetails(store, checkout, details);
  const method = bankDebitOf(checkout.session);
  if (!method) throw invalidRequest('This Checkout Session cannot be paid by bank debit.');
  createCustomer(checkout.session);
  const intent = findOrCreateIntent(store, checkout, cause);
  const charge = attemptPayment(store, intent, { buyer, method }, cause);
  recordEvent(store, 'charge.pending', charge, cause);
  recordEvent(store, 'payment_intent.processing', intent, cause);
  completeCheckout(store, checkout, buyer, cause);
}

/**
 * Declines a card: the session stays open, and the payment intent has the error.
 * @throws StripeError as `enterDetails`, and for a free order
 */
export function declineCheckout(
  store: StripeStore,
  checkout: CheckoutRecord,
  cause: Cause,
  details: BuyerDetails = {},
): void {
  const buyer = enterDetails(store, checkout, details);
  if (!checkout.session.amount_total)
    throw invalidRequest('A free order cannot be declined, because it needs no card.');
  const intent = findOrCreateIntent(store, checkout, cause);
  attemptPayment(store, intent, { buyer, method: 'card' }, cause);
  failPayment(store, intent, declinedCard, cause);
}

/** @throws StripeError when the session has no pending bank debit */
export function settleLatePayment(store: StripeStore, checkout: CheckoutRecord, cause: Cause): void {
  const { session } = checkout;
  succeedPayment(store, findProcessing(store, session), cause);
  session.payment_status = 'paid';
  payInvoice(store, checkout, cause);
  recordEvent(store, 'checkout.session.async_payment_succeeded', session, cause);
}

/** @throws StripeError when the session has no pending bank debit */
export function failLatePayment(store: StripeStore, { session }: CheckoutRecord, cause: Cause): void {
  failPayment(store, findProcessing(store, session), failedDebit, cause);
  recordEvent(store, 'checkout.session.async_payment_failed', session, cause);
}

/**
 * An invoice needs a customer, so Checkout creates one. All other buyers are guests.
 * https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-customer_creation
 */
function createCustomer(session: Session): void {
  if (getsInvoice(session)) session.customer ??= createId('cus');
}

function completeCheckout(store: StripeStore, checkout: CheckoutRecord, buyer: Buyer, cause: Cause): void {
  const { session } = checkout;
  session.status = 'complete';
  session.customer_details = describeCustomer(buyer);
  if (buyer.businessName) {
    session.collected_information = {
      business_name: buyer.businessName,
      individual_name: null,
      shipping_details: null,
    };
  }
  createInvoice(store, checkout, buyer, cause);
  recordEvent(store, 'checkout.session.completed', session, cause);
}

function findProcessing(store: StripeStore, session: Session): PaymentIntent {
  const intent = store.paymentIntents.get(String(session.payment_intent));
  if (intent?.status !== 'processing')
    throw invalidRequest('No payment of this Checkout Session is under way.');
  return intent;
}
