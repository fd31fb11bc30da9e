import Stripe from 'stripe';
import { describeError } from '../terminal/describe-error.ts';
import { neededRights } from './check-rights.ts';

/**
 * What went wrong with a command that speaks to Stripe, for who typed it.
 * @param isStandIn whether it spoke to the stand-in of the local cloud
 */
export function describeStripeError(error: Error, isStandIn = false): string {
  if (error instanceof Stripe.errors.StripeAuthenticationError) {
    return 'Stripe does not know the key in STRIPE_SECRET_KEY. Look whether it has been rolled, or belongs to another account.';
  }
  if (error instanceof Stripe.errors.StripePermissionError) {
    return `The key in STRIPE_SECRET_KEY may not do this. A restricted key needs ${neededRights}.`;
  }
  if (error instanceof Stripe.errors.StripeConnectionError) {
    return isStandIn
      ? 'The local cloud does not answer. Look at what it says, or start it again: npm start'
      : 'Stripe could not be reached. Nothing is lost: run this again.';
  }
  if (error.name === 'ResourceNotFoundException') {
    return 'A secret of the stack is gone. Deploy the stack again, or look whether --stage names the right one.';
  }
  return describeError(error);
}
