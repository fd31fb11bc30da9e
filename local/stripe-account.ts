import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Stripe from 'stripe';
import { keepSecret } from './keep-secret.ts';
import type { CatalogProduct } from './stripe/catalog.ts';
import type { OpenStripe } from './stripe/open-stripe.ts';
import { startStripe } from './stripe/start-stripe.ts';
import { writeDurably } from './write-durably.ts';

export interface StripeAccount {
  secretKey: string;
  webhookSecret: string;
  priceId: string;
  /** Where the stand-in answers; undefined when it is Stripe itself. */
  endpoint?: string;
  /** The stand-in itself, where there is one: buyers, banks and the Dashboard are played with it. */
  standIn?: OpenStripe;
  stop(): Promise<void>;
}

interface StripeOptions {
  dir: string;
  webhookUrl: string;
  /** The price of the early-access license; it is among the products. */
  earlyAccessPriceId: string;
  /** What the stand-in sells. */
  products: CatalogProduct[];
  /** Of a Stripe test account, if one is to be used. */
  environment: { STRIPE_SECRET_KEY?: string; STRIPE_WEBHOOK_SECRET?: string };
  /** Another host than Stripe's own, for tests. */
  stripeHost?: Stripe.StripeConfig;
}

/**
 * What our webhook wants to hear, as its endpoint in a Stripe account would say.
 * https://docs.stripe.com/api/events/types
 */
const webhookEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
];

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
  const priceId = await findOrMakePrice(new Stripe(secretKey, options.stripeHost), options);
  return { secretKey, webhookSecret, priceId, stop: async () => {} };
}

/** The price of the early-access license in a test account; made on the first start. */
async function findOrMakePrice(
  stripe: Stripe,
  { products, earlyAccessPriceId }: StripeOptions,
): Promise<string> {
  const isSought = ({ id }: { id: string }) => id === earlyAccessPriceId;
  const product = products.find(({ prices }) => prices.some(isSought));
  const price = product?.prices.find(isSought);
  if (!product || !price?.lookupKey)
    throw new Error(`No product has ${earlyAccessPriceId} and a lookup key.`);
  try {
    const { data: found } = await stripe.prices.list({ lookup_keys: [price.lookupKey], active: true });
    if (found[0]) return found[0].id;
    const made = await stripe.prices.create({
      unit_amount: price.unitAmount,
      currency: price.currency,
      lookup_key: price.lookupKey,
      product: (await stripe.products.create({ name: product.name, description: product.description })).id,
    });
    return made.id;
  } catch (error) {
    throw new Error(`Stripe does not take the test account's key: ${(error as Error).message}`);
  }
}

async function startStandIn(options: StripeOptions): Promise<StripeAccount> {
  const { dir, webhookUrl, earlyAccessPriceId, products } = options;
  await mkdir(dir, { recursive: true });
  const webhookSecret = await keepSecret(join(dir, 'webhook-secret'), 'whsec_');
  const standIn = {
    dir,
    products,
    listener: { url: webhookUrl, secret: webhookSecret },
    listenerEvents: webhookEvents,
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
    priceId: earlyAccessPriceId,
    endpoint,
    standIn: stripe,
    stop,
  };
}
