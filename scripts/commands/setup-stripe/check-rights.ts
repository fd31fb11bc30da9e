import Stripe from 'stripe';
import type { SalesTax } from '../../../contract/rules/sales-tax.ts';
import { partsOfSession } from '../../../lambdas/domain/orders/read-checkout.ts';

/** The permissions of a restricted key: the site opens checkouts, reads them, and refunds. */
export const neededRights =
  'to write Checkout Sessions, Refunds, Credit Notes, Products, Prices and Webhook Endpoints, and to read PaymentIntents, Charges, Invoices, Disputes and Events, and with sales tax also Tax Settings and Registrations';

/** The permissions that can be tested without changing anything. */
const probes: [right: string, probe: (stripe: Stripe) => Promise<unknown>][] = [
  [
    'Checkout Sessions with their PaymentIntents, Charges and Invoices',
    // The site reads a session with the same expansions.
    (stripe) =>
      stripe.checkout.sessions.list({ limit: 1, expand: partsOfSession.map((part) => `data.${part}`) }),
  ],
  ['Invoices', (stripe) => stripe.invoices.list({ limit: 1 })],
  ['Credit Notes', (stripe) => stripe.creditNotes.list({ limit: 1 })],
  ['Disputes', (stripe) => stripe.disputes.list({ limit: 1 })],
  ['Events', (stripe) => stripe.events.list({ limit: 1 })],
];
const taxProbes: typeof probes = [
  ['Tax Settings', (stripe) => stripe.tax.settings.retrieve()],
  ['Tax Registrations', (stripe) => stripe.tax.registrations.list({ limit: 1 })],
];

/**
 * Checks the key before it is stored, because otherwise the site would only fail later.
 * @throws Error that names the missing permissions
 */
export async function checkRights(stripe: Stripe, salesTax: SalesTax): Promise<void> {
  const missing: string[] = [];
  for (const [right, probe] of salesTax === 'none' ? probes : [...probes, ...taxProbes]) {
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
