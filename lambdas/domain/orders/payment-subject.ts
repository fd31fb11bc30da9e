import type Stripe from 'stripe';
import type { DetailOf } from '../../../contract/events/detail-of.ts';

/** The subject of a Stripe event: the fields that the event contains. */
export type PaymentSubject = DetailOf<'paymentChanged'>['subject'];

/** Returns the checkout of an event, or its payment; undefined for events that we do not handle. */
export function paymentSubject(event: Stripe.Event): PaymentSubject | undefined {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return { sessionId: event.data.object.id };
    case 'charge.refunded':
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'refund.failed':
    case 'refund.updated':
      return subjectOfPayment(event.data.object.payment_intent);
    case 'credit_note.created':
    case 'credit_note.voided':
      return subjectOfRefund(event.data.object.refunds[0]?.refund);
  }
}

/** A charge without a payment intent is not ours, because a checkout always creates one. */
function subjectOfPayment(payment: string | Stripe.PaymentIntent | null): PaymentSubject | undefined {
  const paymentIntentId = typeof payment === 'string' ? payment : payment?.id;
  return paymentIntentId ? { paymentIntentId } : undefined;
}

/** A credit note without a refund moved no money of an order. */
function subjectOfRefund(refund: string | Stripe.Refund | undefined): PaymentSubject | undefined {
  const refundId = typeof refund === 'string' ? refund : refund?.id;
  return refundId ? { refundId } : undefined;
}

/** The id of the checkout, of the payment or of the refund. */
export function subjectKey(subject: PaymentSubject): string {
  if ('sessionId' in subject) return subject.sessionId;
  return 'refundId' in subject ? subject.refundId : subject.paymentIntentId;
}
