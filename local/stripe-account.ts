import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Stripe from 'stripe';
import { brand } from '../contract/brand.ts';
import { catalog, type Offer, type OfferId, type PriceIds } from '../contract/catalog.ts';
import { stripeEventTypes } from '../contract/stripe-events.ts';
import { keepSecret } from './keep-secret.ts';
import type { OpenStripe } from './stripe/open-stripe.ts';
import { startStripe } from './stripe/start-stripe.ts';
import { stripeProducts } from './stripe-products.ts';
import { writeDurably } from './write-durably.ts';

export interface StripeAccount {
  secretKey: string;
  webhookSecret: string;
  /** What each offer is called there. */
  priceIds: PriceIds;
  /** Where the stand-in answers; undefined when it is Stripe itself. */
  endpoint?: string;
  /** The stand-in itself, where there is one: buyers, banks and the Dashboard are played with it. */
  standIn?: OpenStripe;
  stop(): Promise<void>;
}

interface StripeOptions {
  dir: string;
  webhookUrl: string;
  /** What the stand-in calls the price of each offer that is sold here. */
  priceIds: PriceIds;
  /** Of a Stripe test account, if one is to be used. */
  environment: { STRIPE_SECRET_KEY?: string; STRIPE_WEBHOOK_SECRET?: string };
  /** Another host than Stripe's own, for tests. */
  stripeHost?: Stripe.StripeConfig;
}

/**
 * The Stripe test account from the environment, or else the stand-in for Stripe.
 * @throws Error one sentence, when the environment holds half of what is needed, or a live key
 */
export async function openStripeAccount(options: StripeOptions): Promise<StripeAccount> {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = options.environment;
  if (!secretKey) return startStandIn(options);
  if (!secretKey.startsWith('sk_test_')) {
    throw new Error(
      'STRIPE_SECRET_KEY must be the key of a test account (sk_test_...): the local cloud never charges anybody.',
    );
  }
  if (!webhookSecret) {
    throw new Error(
      `With STRIPE_SECRET_KEY, set STRIPE_WEBHOOK_SECRET too; "stripe listen --forward-to ${options.webhookUrl}" shows it.`,
    );
  }
  const stripe = new Stripe(secretKey, options.stripeHost);
  const priceIds: PriceIds = {};
  for (const offerId of Object.keys(options.priceIds) as OfferId[]) {
    priceIds[offerId] = await findOrMakePrice(stripe, catalog[offerId]);
  }
  return { secretKey, webhookSecret, priceIds, stop: async () => {} };
}

/** The price of an offer in a test account; made on the first start. */
async function findOrMakePrice(stripe: Stripe, offer: Offer): Promise<string> {
  const { name, description, amountInCents, currency, lookupKey } = offer;
  try {
    const { data: found } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true });
    if (found[0]) return found[0].id;
    const made = await stripe.prices.create({
      unit_amount: amountInCents,
      currency,
      lookup_key: lookupKey,
      product: (await stripe.products.create({ name: `${brand} ${name}`, description })).id,
    });
    return made.id;
  } catch (error) {
    throw new Error(`Stripe does not take the test account's key: ${(error as Error).message}`);
  }
}

async function startStandIn(options: StripeOptions): Promise<StripeAccount> {
  const { dir, webhookUrl, priceIds } = options;
  await mkdir(dir, { recursive: true });
  const webhookSecret = await keepSecret(join(dir, 'webhook-secret'), 'whsec_');
  const standIn = {
    dir,
    products: stripeProducts(priceIds),
    listener: { url: webhookUrl, secret: webhookSecret },
    listenerEvents: [...stripeEventTypes],
  };
  const portFile = join(dir, 'port');
  // The same port as last time, so that a checkout page which is open in a browser outlives a restart.
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
