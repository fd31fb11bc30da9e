import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Stripe from 'stripe';
import { brand } from '../contract/brand.ts';
import { keepSecret } from './keep-secret.ts';
import { startStripe } from './stripe/start-stripe.ts';
import { writeDurably } from './write-durably.ts';

export interface StripeAccount {
  secretKey: string;
  webhookSecret: string;
  priceId: string;
  /** Where the stand-in answers; undefined when it is Stripe itself. */
  endpoint?: string;
  stop(): Promise<void>;
}

interface StripeOptions {
  dir: string;
  webhookUrl: string;
  /** What the stand-in calls the price of the early-access license. */
  earlyAccessPriceId: string;
  /** Of a Stripe test account, if one is to be used. */
  environment: { STRIPE_SECRET_KEY?: string; STRIPE_WEBHOOK_SECRET?: string };
  /** Another host than Stripe's own, for tests. */
  stripeHost?: Stripe.StripeConfig;
}

/** The early-access license, wherever it is sold from this machine. */
const product = { name: `${brand} Early Access`, description: 'Lifetime license with all future updates' };
const price = { unitAmount: 0, currency: 'usd', lookupKey: 'early_access' };

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
  const priceId = await findOrMakePrice(new Stripe(secretKey, options.stripeHost));
  return { secretKey, webhookSecret, priceId, stop: async () => {} };
}

/** The price of the early-access license in a test account; made on the first start. */
async function findOrMakePrice(stripe: Stripe): Promise<string> {
  try {
    const { data: found } = await stripe.prices.list({ lookup_keys: [price.lookupKey], active: true });
    if (found[0]) return found[0].id;
    const made = await stripe.prices.create({
      unit_amount: price.unitAmount,
      currency: price.currency,
      lookup_key: price.lookupKey,
      product: (await stripe.products.create(product)).id,
    });
    return made.id;
  } catch (error) {
    throw new Error(`Stripe does not take the test account's key: ${(error as Error).message}`);
  }
}

async function startStandIn({ dir, webhookUrl, earlyAccessPriceId }: StripeOptions): Promise<StripeAccount> {
  await mkdir(dir, { recursive: true });
  const webhookSecret = await keepSecret(join(dir, 'webhook-secret'), 'whsec_');
  const options = {
    dir,
    webhookUrl,
    webhookSecret,
    products: [
      {
        id: 'prod_local_early_access',
        ...product,
        prices: [{ id: earlyAccessPriceId, ...price }],
      },
    ],
  };
  const portFile = join(dir, 'port');
  // The same port as last time, so that a checkout page which is open in a browser outlives a restart.
  const lastPort = await readFile(portFile, 'utf8').then(Number, () => 0);
  const { endpoint, stop } = await startStripe({ ...options, port: lastPort }).catch(() =>
    startStripe(options),
  );
  await writeDurably(portFile, new URL(endpoint).port);
  return { secretKey: 'sk_test_local', webhookSecret, priceId: earlyAccessPriceId, endpoint, stop };
}
