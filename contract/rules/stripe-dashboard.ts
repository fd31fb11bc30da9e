/** The address of Stripe's dashboard for the mode in which an order was paid. */
const dashboardOf = (orderId: string) =>
  orderId.startsWith('cs_test_') ? 'https://dashboard.stripe.com/test' : 'https://dashboard.stripe.com';

/** The page of a payment in Stripe's dashboard. */
export const stripePaymentUrl = (orderId: string, paymentIntentId: string): string =>
  `${dashboardOf(orderId)}/payments/${paymentIntentId}`;

/** The page of a dispute in Stripe's dashboard, which has the form for the evidence. */
export const stripeDisputeUrl = (orderId: string, disputeId: string): string =>
  `${dashboardOf(orderId)}/disputes/${disputeId}`;
