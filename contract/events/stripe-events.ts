/**
 * The events of Stripe's that our webhook is sent. Each is only a reason to look at the checkout again; see `orderStates`.
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
  // A refund that failed, and one that was called off.
  'refund.failed',
  'refund.updated',
] as const;
