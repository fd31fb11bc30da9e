import Stripe from 'stripe';
import { AppError } from '../platform/app-error.ts';

/**
 * The event in a webhook's body, if Stripe signed exactly this body within the last five minutes.
 * @throws AppError `invalid-argument` when the signature is missing, wrong or old.
 */
export function verifyWebhook(body: string, signature: string | undefined, secret: string): Stripe.Event {
  try {
    return Stripe.webhooks.constructEvent(body, signature ?? '', secret);
  } catch {
    // Which of the checks failed helps only a forger.
    throw new AppError('invalid-argument', 'The signature is missing, wrong or too old.');
  }
}
