import type Stripe from 'stripe';
import type { DetailOf } from '../../../contract/events/events.ts';

/** What an event of Stripe's is about, as far as we can see from the event alone. */
export type PaymentSubject = DetailOf<'paymentChanged'>['subject'];

/** The checkout, or the payment of one, that an event is about; undefined for events that concern us in no way. */
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
    default:
      return undefined;
  }
}

/** Charges that were made without a payment intent are not ours: a checkout always makes one. */
function subjectOfPayment(payment: string | Stripe.PaymentIntent | null): PaymentSubject | undefined {
  const paymentIntentId = typeof payment === 'string' ? payment : payment?.id;
  return paymentIntentId ? { paymentIntentId } : undefined;
}

/** The id of the checkout or of the payment. */
export const subjectKey = (subject: PaymentSubject): string =>
  'sessionId' in subject ? subject.sessionId : subject.paymentIntentId;
