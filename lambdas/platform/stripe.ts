import type Stripe from 'stripe';
import * as z from '../../contract/zod.ts';
import { AppError } from './app-error.ts';
import { secretsProvider } from './aws/secrets-manager.ts';
import { readConfig, resourceName } from './config.ts';
import { logger } from './logger.ts';

/** The key is read again after this time, so that a rotation takes effect. */
const keyMaxAgeSeconds = 300;
/** The same for the signing secrets of webhooks. Also the minimum time between two forced reads. */
const webhookSecretMaxAgeSeconds = 60;

const secrets = secretsProvider();

/** The forms of Stripe's values. A restricted key works like a secret key. */
const secretForms = { key: /^(sk|rk)_\S+$/, 'webhook secret': /^whsec_\S+$/ };

/** @throws AppError `unavailable` while it contains the placeholder of the deployment, until `npm run setup:stripe` */
function checkSecret(value: unknown, kind: keyof typeof secretForms): string {
  if (typeof value === 'string' && secretForms[kind].test(value)) return value;
  logger.error('a secret is not set: run npm run setup:stripe', { secret: `Stripe ${kind}` });
  throw new AppError('unavailable', 'Payments are not set up on this site yet.');
}

/** @throws AppError `unavailable` while it is not set */
export async function readKey(secretArn: string): Promise<string> {
  return checkSecret(await (await secrets()).get(secretArn, { maxAge: keyMaxAgeSeconds }), 'key');
}

/** The secrets that sign webhooks. There are two during a rotation; see docs/stripe.md. */
export interface WebhookSecrets {
  /** @throws AppError `unavailable` while it is not set */
  current(): Promise<string[]>;
  /**
   * Reads them again before they expire, at most once a minute, so that requests of strangers do not cause as many reads.
   * @returns null when they were read within the last minute
   */
  renewed(): Promise<string[] | null>;
}

/** The signing secrets of the webhook endpoint, separated by white space or a comma. */
export function webhookSecrets(): WebhookSecrets {
  const { STRIPE_WEBHOOK_SECRET_ARN } = readConfig({ STRIPE_WEBHOOK_SECRET_ARN: resourceName });
  let renewedAt = Number.NEGATIVE_INFINITY;
  const read = async (forceFetch: boolean) => {
    const options = { maxAge: webhookSecretMaxAgeSeconds, forceFetch };
    const text = await (await secrets()).get(STRIPE_WEBHOOK_SECRET_ARN, options);
    const values = typeof text === 'string' ? text.split(/[\s,]+/).filter(Boolean) : [];
    if (values.length === 0) checkSecret(undefined, 'webhook secret');
    return values.map((value) => checkSecret(value, 'webhook secret'));
  };
  return {
    current: () => read(false),
    async renewed() {
      if (Date.now() - renewedAt < webhookSecretMaxAgeSeconds * 1000) return null;
      renewedAt = Date.now();
      return read(true);
    },
  };
}

/** A call that hangs must end, and be retried, before the function itself times out. */
const timeouts = { timeout: 4_000, maxNetworkRetries: 1 } satisfies Stripe.StripeConfig;

/** A client with the current secret key. `STRIPE_API_URL` replaces Stripe's own host. */
export function stripeAccount(): () => Promise<Stripe> {
  const { STRIPE_SECRET_KEY_ARN, STRIPE_API_URL } = readConfig({
    STRIPE_SECRET_KEY_ARN: resourceName,
    STRIPE_API_URL: z.optional(z.url()),
  });
  return async () => {
    const key = await readKey(STRIPE_SECRET_KEY_ARN);
    // Loaded here, because most requests to a service with Stripe do not call it, and loading takes a third of a cold start.
    const { default: Stripe } = await import('stripe');
    return new Stripe(key, { ...timeouts, ...(STRIPE_API_URL ? hostOf(STRIPE_API_URL) : {}) });
  };
}

function hostOf(apiUrl: string): Stripe.StripeConfig {
  const { protocol, hostname, port } = new URL(apiUrl);
  return {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port ? { port: Number(port) } : {}),
  };
}
