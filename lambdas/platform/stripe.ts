import { SecretsProvider } from '@aws-lambda-powertools/parameters/secrets';
import Stripe from 'stripe';
import * as z from 'zod';
import { AppError } from './app-error.ts';
import { secretsManager } from './aws.ts';
import { readConfig, resourceName } from './config.ts';
import { logger } from './logger.ts';

/** How long a secret is kept before it is read again: a rotated key is picked up within this time. */
const secretMaxAgeSeconds = 300;

const secrets = new SecretsProvider({ awsSdkV3Client: secretsManager() });

/** What Stripe's own values begin with; a restricted key is as good as a secret one. */
const secretForms = { key: /^(sk|rk)_/, 'webhook secret': /^whsec_/ };

/**
 * The value of a secret of Stripe's.
 * @throws AppError `unavailable` while it holds what the deployment made up: it is filled by hand after that; see the README
 */
export async function readSecret(secretArn: string, kind: 'key' | 'webhook secret'): Promise<string> {
  const value = await secrets.get(secretArn, { maxAge: secretMaxAgeSeconds });
  if (typeof value !== 'string' || !secretForms[kind].test(value)) {
    logger.error('a secret is not filled in yet; see the README', { secret: `Stripe ${kind}` });
    throw new AppError('unavailable', 'Payments are not set up on this site yet.');
  }
  return value;
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
    new Stripe(await readSecret(STRIPE_SECRET_KEY_ARN, 'key'), {
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
