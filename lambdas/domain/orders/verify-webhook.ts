import Stripe from 'stripe';
import { AppError } from '../../platform/app-error.ts';
import type { WebhookSecrets } from '../../platform/stripe.ts';

/**
 * Returns the event in a webhook's body, if Stripe signed exactly this body within the last five minutes with a current secret. A new
 * secret works from its first event.
 * @throws AppError `invalid-argument` when the signature is missing, wrong or old.
 */
export async function verifyWebhook(
  body: string,
  signature: string | undefined,
  secrets: WebhookSecrets,
): Promise<Stripe.Event> {
  const event =
    verifyWith(await secrets.current(), body, signature) ??
    verifyWith((await secrets.renewed()) ?? [], body, signature);
  // The message does not say which check failed, because that helps only a forger.
  if (!event) throw new AppError('invalid-argument', 'The signature is missing, wrong or too old.');
  return event;
}

function verifyWith(
  secrets: string[],
  body: string,
  signature: string | undefined,
): Stripe.Event | undefined {
  for (const secret of secrets) {
    try {
      return Stripe.webhooks.constructEvent(body, signature ?? '', secret);
    } catch {
      // Try the next secret.
    }
  }
}
