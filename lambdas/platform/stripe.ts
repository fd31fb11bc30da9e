import { SecretsProvider } from '@aws-lambda-powertools/parameters/secrets';
import Stripe from 'stripe';
import * as z from 'zod';
import { secretsManager } from './aws.ts';
import { readConfig, resourceName } from './config.ts';

/** How long a secret is kept before it is read again: a rotated key is picked up within this time. */
const secretMaxAgeSeconds = 300;

const secrets = new SecretsProvider({ awsSdkV3Client: secretsManager() });

/** @throws Error when the secret has no value yet: it is filled by hand after the first deployment. */
export async function readSecret(secretArn: string): Promise<string> {
  const value = await secrets.get(secretArn, { maxAge: secretMaxAgeSeconds });
  if (typeof value !== 'string' || value === '')
    throw new Error('The secret is empty; see the README on how to fill it.');
  return value;
}

/** A client with the current secret key. `STRIPE_API_URL` leads to another host than Stripe's own. */
export function stripeAccount(): () => Promise<Stripe> {
  const { STRIPE_SECRET_KEY_ARN, STRIPE_API_URL } = readConfig({
    STRIPE_SECRET_KEY_ARN: resourceName,
    STRIPE_API_URL: z.url().optional(),
  });
  return async () =>
    new Stripe(await readSecret(STRIPE_SECRET_KEY_ARN), STRIPE_API_URL ? hostOf(STRIPE_API_URL) : {});
}

function hostOf(apiUrl: string): Stripe.StripeConfig {
  const { protocol, hostname, port } = new URL(apiUrl);
  return {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port ? { port: Number(port) } : {}),
  };
}
