import { SecretsProvider } from '@aws-lambda-powertools/parameters/secrets';
import Stripe from 'stripe';
import * as z from 'zod';
import { AppError } from './app-error.ts';
import { secretsManager } from './aws.ts';
import { readConfig, resourceName } from './config.ts';
import { logger } from './logger.ts';

/** How long the key is kept before it is read again: a rotated one is picked up within this time. */
const keyMaxAgeSeconds = 300;
/** The same for what verifies webhooks. It is also the least time between two readings before their time. */
const webhookSecretMaxAgeSeconds = 60;

const secrets = new SecretsProvider({ awsSdkV3Client: secretsManager() });

/** What Stripe's own values look like; a restricted key is as good as a secret one. */
const secretForms = { key: /^(sk|rk)_\S+$/, 'webhook secret': /^whsec_\S+$/ };

/** @throws AppError `unavailable` while it holds what the deployment made up: `npm run setup:stripe` fills it after that */
function checkSecret(value: unknown, kind: keyof typeof secretForms): string {
  if (typeof value === 'string' && secretForms[kind].test(value)) return value;
  logger.error('a secret is not filled in yet: npm run setup:stripe', { secret: `Stripe ${kind}` });
  throw new AppError('unavailable', 'Payments are not set up on this site yet.');
}

/** @throws AppError `unavailable` while there is none */
export async function readKey(secretArn: string): Promise<string> {
  return checkSecret(await secrets.get(secretArn, { maxAge: keyMaxAgeSeconds }), 'key');
}

/** What signs webhooks. There are two while the secret is rotated: docs/stripe.md describes the rotation. */
export interface WebhookSecrets {
  /** @throws AppError `unavailable` while there is none */
  current(): Promise<string[]>;
  /**
   * Reads them anew before their time, at most once a minute, so that a stranger's requests do not become requests of ours.
   * @returns null when that was done within the last minute
   */
  renewed(): Promise<string[] | null>;
}

/** The signing secrets of the webhook endpoint, separated by white space or a comma. */
export function webhookSecrets(): WebhookSecrets {
  const { STRIPE_WEBHOOK_SECRET_ARN } = readConfig({ STRIPE_WEBHOOK_SECRET_ARN: resourceName });
  let renewedAt = Number.NEGATIVE_INFINITY;
  const read = async (forceFetch: boolean) => {
    const options = { maxAge: webhookSecretMaxAgeSeconds, forceFetch };
    const text = await secrets.get(STRIPE_WEBHOOK_SECRET_ARN, options);
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

/** A call that hangs must end, and be tried again, before the function itself runs out of time. */
const patience = { timeout: 4_000, maxNetworkRetries: 1 } satisfies Stripe.StripeConfig;

/** A client with the current secret key. `STRIPE_API_URL` leads to another host than Stripe's own. */
export function stripeAccount(): () => Promise<Stripe> {
  const { STRIPE_SECRET_KEY_ARN, STRIPE_API_URL } = readConfig({
    STRIPE_SECRET_KEY_ARN: resourceName,
    STRIPE_API_URL: z.url().optional(),
  });
  return async () =>
    new Stripe(await readKey(STRIPE_SECRET_KEY_ARN), {
      ...patience,
      ...(STRIPE_API_URL ? hostOf(STRIPE_API_URL) : {}),
    });
}

function hostOf(apiUrl: string): Stripe.StripeConfig {
  const { protocol, hostname, port } = new URL(apiUrl);
  return {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port ? { port: Number(port) } : {}),
  };
}
