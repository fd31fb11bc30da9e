import Stripe from 'stripe';
import { describeMishap } from '../describe-mishap.ts';

/** What went wrong with a command that speaks to Stripe, for who typed it. */
export function describeStripeMishap(error: Error): string {
  if (error instanceof Stripe.errors.StripeAuthenticationError) {
    return 'Stripe does not know the key in STRIPE_SECRET_KEY. Look whether it has been rolled, or belongs to another account.';
  }
  if (error instanceof Stripe.errors.StripePermissionError) {
    return 'The key in STRIPE_SECRET_KEY may not do this. A restricted key needs to write products, prices and webhook endpoints.';
  }
  if (error instanceof Stripe.errors.StripeConnectionError) {
    return 'Stripe could not be reached. Nothing is lost: run this again.';
  }
  if (error.name === 'ResourceNotFoundException') {
    return 'A secret of the stack is gone. Deploy the stack again, or look whether --stage names the right one.';
  }
  return describeMishap(error);
}
