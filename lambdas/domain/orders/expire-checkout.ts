import type Stripe from 'stripe';

/**
 * Expires a session, so that nobody can pay it.
 * @returns false if it was not open: paid, expired, or unknown to Stripe
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
