import type Stripe from 'stripe';

/**
 * Ends a session that nobody should pay any more.
 * @returns false when it was not open: paid, run out, or unknown to Stripe
 */
export async function expireCheckout(stripe: Stripe, sessionId: string): Promise<boolean> {
  try {
    await stripe.checkout.sessions.expire(sessionId);
    return true;
  } catch (error) {
    if ((error as Partial<Stripe.errors.StripeError>).type === 'StripeInvalidRequestError') return false;
    throw error;
  }
}
