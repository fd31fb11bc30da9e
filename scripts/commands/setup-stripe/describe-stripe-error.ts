import Stripe from 'stripe';
import { describeError } from '../terminal/describe-error.ts';
import { neededRights } from './check-rights.ts';

/**
 * Explains an error of a command that calls Stripe to the person who ran it.
 * @param isStandIn whether it called the fake of the local cloud
 */
export function describeStripeError(error: Error, isStandIn = false): string {
  if (error instanceof Stripe.errors.StripeAuthenticationError) {
    return 'Stripe rejects the key in STRIPE_SECRET_KEY. Check whether it was rolled or belongs to another account.';
  }
  if (error instanceof Stripe.errors.StripePermissionError) {
    return `The key in STRIPE_SECRET_KEY may not do this. A restricted key needs ${neededRights}.`;
  }
  if (error instanceof Stripe.errors.StripeConnectionError) {
    return isStandIn
      ? 'The local cloud does not answer. Read its output, or start it again: npm start'
      : 'Stripe could not be reached. Nothing is lost: run this again.';
  }
  if (error.name === 'ResourceNotFoundException') {
    return 'A secret of the stack does not exist. Deploy the stack again, or check --stage.';
  }
  return describeError(error);
}
