import { type Cause, recordEvent } from './record-event.ts';
import { type Charge, createId, type PaymentIntent } from './stripe-objects.ts';
import type { Buyer, CheckoutRecord, StripeStore } from './stripe-store.ts';

export interface PaymentAttempt {
  buyer: Buyer;
  /** One of `payment_method_types`. */
  method: string;
}

/** https://docs.stripe.com/declines/codes */
export interface PaymentFailure {
  type: 'card_error' | 'invalid_request_error';
  code: string;
  declineCode?: string;
  message: string;
}

/** A session gets its payment intent with the first attempt to pay. */
export function findOrCreateIntent(
  store: StripeStore,
  checkout: CheckoutRecord,
  cause: Cause,
): PaymentIntent {
  const known = store.paymentIntents.get(String(checkout.session.payment_intent));
  const { amount_total: amount, customer } = checkout.session;
  if (known) return Object.assign(known, { amount, customer });
  const intent = newPaymentIntent(checkout, cause.nowSeconds);
  store.paymentIntents.set(intent.id, intent);
  checkout.session.payment_intent = intent.id;
  recordEvent(store, 'payment_intent.created', intent, cause);
  return intent;
}

/** Adds a pending charge. */
export function attemptPayment(
  store: StripeStore,
  intent: PaymentIntent,
  attempt: PaymentAttempt,
  cause: Cause,
): Charge {
  const charge = newCharge(intent, attempt, cause.nowSeconds);
  store.charges.set(charge.id, charge);
  intent.latest_charge = charge.id;
  intent.payment_method = charge.payment_method;
  intent.status = 'processing';
  return charge;
}

export function succeedPayment(store: StripeStore, intent: PaymentIntent, cause: Cause): void {
  const charge = latestCharge(store, intent);
  Object.assign(charge, { status: 'succeeded', paid: true, amount_captured: charge.amount });
  Object.assign(intent, { status: 'succeeded', amount_received: intent.amount, last_payment_error: null });
  recordEvent(store, 'charge.succeeded', charge, cause);
  recordEvent(store, 'payment_intent.succeeded', intent, cause);
}

export function failPayment(
  store: StripeStore,
  intent: PaymentIntent,
  failure: PaymentFailure,
  cause: Cause,
): void {
  const { type, code, declineCode, message } = failure;
  const charge = latestCharge(store, intent);
  Object.assign(charge, { status: 'failed', failure_code: code, failure_message: message });
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.last_payment_error = {
    type,
    code,
    message,
    charge: charge.id,
    doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`,
    ...(declineCode ? { decline_code: declineCode } : {}),
  };
  recordEvent(store, 'charge.failed', charge, cause);
  recordEvent(store, 'payment_intent.payment_failed', intent, cause);
}

/** Cancels an unfinished payment, as Stripe does when its session expires. */
export function cancelPayment(store: StripeStore, intent: PaymentIntent, cause: Cause): void {
  Object.assign(intent, {
    status: 'canceled',
    canceled_at: cause.nowSeconds,
    cancellation_reason: 'automatic',
  });
  recordEvent(store, 'payment_intent.canceled', intent, cause);
}

function latestCharge(store: StripeStore, intent: PaymentIntent): Charge {
  const charge = store.charges.get(String(intent.latest_charge));
  if (!charge) throw new Error(`Payment intent ${intent.id} has no charge.`);
  return charge;
}

function newPaymentIntent({ session }: CheckoutRecord, nowSeconds: number): PaymentIntent {
  const id = createId('pi');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: session.amount_total ?? 0,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_local`,
    confirmation_method: 'automatic',
    created: nowSeconds,
    currency: session.currency ?? 'usd',
    customer: session.customer,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: session.payment_method_types,
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
}

function newCharge(intent: PaymentIntent, { buyer, method }: PaymentAttempt, nowSeconds: number): Charge {
  return {
    id: createId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: {
      address: buyer.address,
      email: buyer.email,
      name: buyer.businessName,
      phone: null,
      tax_id: null,
    },
    calculated_statement_descriptor: null,
    captured: true,
    created: nowSeconds,
    currency: intent.currency,
    customer: intent.customer,
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: false,
    payment_intent: intent.id,
    payment_method: createId('pm'),
    payment_method_details: { type: method },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'pending',
    transfer_data: null,
    transfer_group: null,
  };
}
