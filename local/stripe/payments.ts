import type { FormObject } from './form-encoding.ts';
import { checkKnownParams, readChoice, readInteger, readMetadata, readText } from './read-params.ts';
import { recordEvent } from './record-event.ts';
import { invalidRequest, resourceMissing, StripeError } from './stripe-error.ts';
import { type Charge, createId, type PaymentIntent, type Refund } from './stripe-objects.ts';
import type { StripeStore } from './stripe-store.ts';

export interface NewPayment {
  amount: number;
  currency: string;
  email: string;
  metadata: Record<string, string>;
  nowSeconds: number;
}

/** A payment that succeeded at once. Returns the id of its payment intent. */
export function createPayment(store: StripeStore, payment: NewPayment): string {
  const paymentIntent = newPaymentIntent(payment);
  const charge = newCharge(payment, paymentIntent.id, String(paymentIntent.payment_method));
  paymentIntent.latest_charge = charge.id;
  store.paymentIntents.set(paymentIntent.id, paymentIntent);
  store.charges.set(charge.id, charge);
  return paymentIntent.id;
}

export interface RefundContext {
  nowSeconds: number;
  apiVersion: string;
  requestId: string;
  idempotencyKey: string | null;
}

/** @throws StripeError when there is nothing to refund, or less than asked for */
export function createRefund(store: StripeStore, params: FormObject, context: RefundContext): Refund {
  checkKnownParams(params, ['payment_intent', 'charge', 'amount', 'reason', 'metadata', 'expand']);
  const charge = findChargeToRefund(store, params);
  const reason = readChoice(params, 'reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null;
  const metadata = readMetadata(params);
  const unrefunded = charge.amount - charge.amount_refunded;
  const amount = readInteger(params, 'amount', 1) ?? unrefunded;
  if (unrefunded === 0) {
    throw new StripeError(400, `Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  if (amount > unrefunded) {
    throw invalidRequest(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${unrefunded})`,
      'amount',
    );
  }

  const previous = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  const refund: Refund = {
    id: createId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: context.nowSeconds,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  store.refunds.set(refund.id, refund);
  recordEvent(store, {
    type: 'charge.refunded',
    data: { object: charge, previous_attributes: previous },
    api_version: context.apiVersion,
    created: context.nowSeconds,
    request: { id: context.requestId, idempotency_key: context.idempotencyKey },
  });
  return refund;
}

function findChargeToRefund(store: StripeStore, params: FormObject): Charge {
  const paymentIntentId = readText(params, 'payment_intent');
  const chargeId = readText(params, 'charge');
  if (paymentIntentId === undefined && chargeId === undefined) {
    throw invalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
      undefined,
      'parameter_missing',
    );
  }
  if (chargeId !== undefined) {
    const charge = store.charges.get(chargeId);
    if (charge) return charge;
    throw resourceMissing('charge', chargeId, 'charge');
  }
  const paymentIntent = store.paymentIntents.get(paymentIntentId ?? '');
  const charge = store.charges.get(String(paymentIntent?.latest_charge));
  if (charge) return charge;
  throw resourceMissing('payment_intent', paymentIntentId ?? '', 'payment_intent');
}

function newPaymentIntent({ amount, currency, metadata, nowSeconds }: NewPayment): PaymentIntent {
  const id = createId('pi');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount,
    amount_capturable: 0,
    amount_received: amount,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_local`,
    confirmation_method: 'automatic',
    created: nowSeconds,
    currency,
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: createId('pm'),
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
  };
}

function newCharge(payment: NewPayment, paymentIntentId: string, paymentMethodId: string): Charge {
  const { amount, currency, email, metadata, nowSeconds } = payment;
  return {
    id: createId('ch'),
    object: 'charge',
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: true,
    created: nowSeconds,
    currency,
    customer: null,
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata,
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: paymentIntentId,
    payment_method: paymentMethodId,
    payment_method_details: null,
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
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
  };
}
