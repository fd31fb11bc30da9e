import type Stripe from 'stripe';

/** The id of the Checkout Session that an event may have settled; undefined for events that concern us in no way. */
export function settledSessionId(event: Stripe.Event): string | undefined {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return event.data.object.id;
    default:
      return undefined;
  }
}
