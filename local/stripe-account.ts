import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brand } from '../contract/brand.ts';
import { startStripe } from './stripe/start-stripe.ts';
import { writeDurably } from './write-durably.ts';

export interface StripeAccount {
  secretKey: string;
  webhookSecret: string;
  /** Where the stand-in answers; undefined when it is Stripe itself. */
  endpoint?: string;
  stop(): Promise<void>;
}

interface StripeOptions {
  dir: string;
  webhookUrl: string;
  earlyAccessPriceId: string;
  /** Of a Stripe test account, if one is to be used. */
  environment: { STRIPE_SECRET_KEY?: string; STRIPE_WEBHOOK_SECRET?: string; STRIPE_PRICE_ID?: string };
}

/**
 * The Stripe test account from the environment, or else the stand-in for Stripe.
 * @throws Error one sentence, when the environment holds half of what is needed, or a live key
 */
export async function openStripeAccount(options: StripeOptions): Promise<StripeAccount> {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PRICE_ID,
  } = options.environment;
  if (!secretKey) return startStandIn(options);
  if (!secretKey.startsWith('sk_test_')) {
    throw new Error(
      'STRIPE_SECRET_KEY must be the key of a test account (sk_test_...): the local cloud never charges anybody.',
    );
  }
  if (!webhookSecret || !STRIPE_PRICE_ID) {
    throw new Error(
      'With STRIPE_SECRET_KEY, set STRIPE_WEBHOOK_SECRET (shown by "stripe listen --forward-to ' +
        `${options.webhookUrl}") and STRIPE_PRICE_ID (a price of that account) too.`,
    );
  }
  return { secretKey, webhookSecret, stop: async () => {} };
}

async function startStandIn({ dir, webhookUrl, earlyAccessPriceId }: StripeOptions): Promise<StripeAccount> {
  await mkdir(dir, { recursive: true });
  const webhookSecret = await readOrMakeSecret(join(dir, 'webhook-secret'));
  const options = {
    dir,
    webhookUrl,
    webhookSecret,
    products: [
      {
        id: 'prod_local_early_access',
        name: `${brand} Early Access`,
        description: 'Lifetime license with all future updates',
        prices: [{ id: earlyAccessPriceId, unitAmount: 0, currency: 'usd' }],
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
  return { secretKey: 'sk_test_local', webhookSecret, endpoint, stop };
}

async function readOrMakeSecret(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    const secret = `whsec_${randomBytes(24).toString('hex')}`;
    await writeDurably(file, secret);
    return secret;
  }
}
