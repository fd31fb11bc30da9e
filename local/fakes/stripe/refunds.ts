import { closeRefundedInquiry, findBlockingDispute } from './disputes.ts';
import type { FormObject } from './form-encoding.ts';
import {
  checkKnownParams,
  readChoice,
  readInteger,
  readMetadata,
  readText,
  requireParam,
} from './read-params.ts';
import { type Cause, recordEvent } from './record-event.ts';
import { invalidRequest, resourceMissing, StripeError } from './stripe-error.ts';
import { type Charge, createId, type Refund } from './stripe-objects.ts';
import type { StripeStore } from './stripe-store.ts';

const reasons = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

interface NewRefund {
  /** By default, the amount that was not refunded. */
  amount?: number;
  reason?: (typeof reasons)[number];
  metadata?: Record<string, string>;
}

/** @throws StripeError for an unknown charge, and as `refundCharge` */
export function createRefund(store: StripeStore, params: FormObject, cause: Cause): Refund {
  checkKnownParams(params, ['payment_intent', 'amount', 'reason', 'metadata']);
  const charge = findChargeToRefund(store, params);
  const reason = readChoice(params, 'reason', reasons);
  const metadata = readMetadata(params);
  const amount = readInteger(params, 'amount', 1);
  return refundCharge(store, charge, { amount, reason, metadata }, cause);
}

/** @throws StripeError charge_already_refunded, charge_disputed, or when the amount is too large */
export function refundCharge(
  store: StripeStore,
  charge: Charge,
  { amount: asked, reason, metadata = {} }: NewRefund,
  cause: Cause,
): Refund {
  if (charge.status !== 'succeeded') {
    throw invalidRequest(
      `Charge ${charge.id} cannot be refunded: it has not succeeded.`,
      'charge',
      'charge_not_refundable',
    );
  }
  const unrefunded = charge.amount - charge.amount_refunded;
  const amount = asked ?? unrefunded;
  if (findBlockingDispute(store, charge)) {
    throw new StripeError(400, `Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
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
    created: cause.nowSeconds,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  store.refunds.set(refund.id, refund);
  recordEvent(store, 'charge.refunded', charge, cause, previous);
  recordEvent(store, 'refund.created', refund, cause);
  if (charge.refunded) closeRefundedInquiry(store, charge, cause);
  return refund;
}

/**
 * The bank returns the money days later, which restores the state of the charge before the refund.
 * https://docs.stripe.com/refunds#failed-refunds
 * @throws StripeError unless the refund succeeded
 */
export function failRefund(store: StripeStore, refund: Refund, cause: Cause): void {
  const charge = store.charges.get(String(refund.charge));
  if (refund.status !== 'succeeded' || !charge) {
    throw invalidRequest(`Refund ${refund.id} cannot fail: it has a status of \`${refund.status}\`.`);
  }
  const previous = { status: refund.status };
  refund.status = 'failed';
  refund.failure_reason = 'expired_or_canceled_card';
  charge.amount_refunded -= refund.amount;
  charge.refunded = false;
  for (const type of ['refund.updated', 'charge.refund.updated', 'refund.failed'] as const) {
    recordEvent(store, type, refund, cause, previous);
  }
}

function findChargeToRefund(store: StripeStore, params: FormObject): Charge {
  const id = requireParam(readText(params, 'payment_intent'), 'payment_intent');
  const intent = store.paymentIntents.get(id);
  if (!intent) throw resourceMissing('payment_intent', id, 'payment_intent');
  const paid = store.charges.get(String(intent.latest_charge));
  if (paid?.status === 'succeeded') return paid;
  throw invalidRequest(
    `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    'payment_intent',
    'payment_intent_unexpected_state',
  );
}
