import Stripe from 'stripe';

/** Of a restricted key: with the same one the site opens checkouts, reads what became of them, and refunds. */
export const neededRights =
  'to write Checkout Sessions, Refunds, Products, Prices and Webhook Endpoints, and to read PaymentIntents, Charges, Disputes and Events';

/** What can be tried out without changing anything; the rest shows when it is used. */
const probes: [right: string, probe: (stripe: Stripe) => Promise<unknown>][] = [
  [
    'Checkout Sessions with their PaymentIntents and Charges',
    // As the site reads a session.
    (stripe) => stripe.checkout.sessions.list({ limit: 1, expand: ['data.payment_intent.latest_charge'] }),
  ],
  ['Disputes', (stripe) => stripe.disputes.list({ limit: 1 })],
  ['Events', (stripe) => stripe.events.list({ limit: 1 })],
];

/**
 * Before the key is stored: the site would fail with it where nobody looks.
 * @throws Error that names what the key may not read
 */
export async function checkRights(stripe: Stripe): Promise<void> {
  const missing: string[] = [];
  for (const [right, probe] of probes) {
    try {
      await probe(stripe);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripePermissionError)) throw error;
      missing.push(right);
    }
  }
  if (missing.length === 0) return;
  throw new Error(
    `The key in STRIPE_SECRET_KEY may not read: ${missing.join('; ')}. It was not stored. A restricted key needs ${neededRights}.`,
  );
}
