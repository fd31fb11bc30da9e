import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { stripeEventTypes } from '../contract/events/stripe-events.ts';
import type { OfferId, PriceIds } from '../contract/rules/catalog.ts';
import type { SalesTax } from '../contract/rules/sales-tax.ts';
import type { OpenStripe } from './fakes/stripe/open-stripe.ts';
import { startStripe } from './fakes/stripe/start-stripe.ts';
import { writeDurably } from './files/write-durably.ts';
import { keepSecret } from './keep-secret.ts';
import { stripeProducts } from './stripe-products.ts';

export interface StripeAccount {
  secretKey: string;
  webhookSecret: string;
  /** The price id of each offer. */
  priceIds: PriceIds;
  /** The address of the fake; undefined for Stripe itself. */
  endpoint?: string;
  /** The fake, if it is used: it plays buyers, banks and the Dashboard. */
  standIn?: OpenStripe;
  stop(): Promise<void>;
}

interface StripeOptions {
  dir: string;
  webhookUrl: string;
  /** The price id of each offer at the fake. */
  priceIds: PriceIds;
  salesTax: SalesTax;
  /** The keys of a Stripe test account, if one is used. */
  environment: { STRIPE_SECRET_KEY?: string; STRIPE_WEBHOOK_SECRET?: string };
  /** A host other than Stripe's own, for tests. */
  stripeHost?: Stripe.StripeConfig;
}

/**
 * Connects to the Stripe test account from the environment, or else to the fake.
 * @throws Error one sentence, when the environment holds half of what is needed, or a live key
 */
export async function openStripeAccount(options: StripeOptions): Promise<StripeAccount> {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = options.environment;
  if (!secretKey) return startStandIn(options);
  if (!secretKey.startsWith('sk_test_')) {
    throw new Error(
      'STRIPE_SECRET_KEY must be the key of a test account (sk_test_...): the local cloud never charges anyone.',
    );
  }
  if (!webhookSecret) {
    throw new Error(
      `Set STRIPE_WEBHOOK_SECRET together with STRIPE_SECRET_KEY; "stripe listen --forward-to ${options.webhookUrl}" shows it.`,
    );
  }
  // Loading the SDK takes a tenth of a second.
  const { ensureTestPrices } = await import('./ensure-test-prices.ts');
  const offerIds = Object.keys(options.priceIds) as OfferId[];
  const priceIds = await ensureTestPrices(
    secretKey,
    { offerIds, salesTax: options.salesTax },
    options.stripeHost,
  );
  return { secretKey, webhookSecret, priceIds, stop: async () => {} };
}

async function startStandIn(options: StripeOptions): Promise<StripeAccount> {
  const { dir, webhookUrl, priceIds, salesTax } = options;
  await mkdir(dir, { recursive: true });
  const webhookSecret = await keepSecret(join(dir, 'webhook-secret'), 'whsec_');
  const standIn = {
    dir,
    products: stripeProducts(priceIds, salesTax),
    listener: { url: webhookUrl, secret: webhookSecret },
    listenerEvents: [...stripeEventTypes],
  };
  const portFile = join(dir, 'port');
  // The same port as last time, so that an open checkout page works after a restart.
  const lastPort = await readFile(portFile, 'utf8').then(Number, () => 0);
  const { endpoint, stripe, stop } = await startStripe({ ...standIn, port: lastPort }).catch(() =>
    startStripe(standIn),
  );
  await writeDurably(portFile, new URL(endpoint).port);
  return {
    secretKey: 'sk_test_local',
    webhookSecret,
    priceIds,
    endpoint,
    standIn: stripe,
    stop,
  };
}
