/**
 * The Stripe events that our webhook subscribes to. After each, we read the checkout from Stripe;
 * see `orderStates`.
 * @see https://docs.stripe.com/api/events/types
 */
export const stripeEventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  // A refund that failed or was canceled.
  'refund.failed',
  'refund.updated',
  // Somebody made or voided a credit note in the Stripe Dashboard.
  'credit_note.created',
  'credit_note.voided',
] as const;
