import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import Stripe from 'stripe';
import type { WebSettings } from '../../../contract/records/web-settings.ts';
import type { PriceIds } from '../../../contract/rules/catalog.ts';
import { readStage, region, stages } from '../../../lib/stages.ts';
import { localClient, readLocalEndpoints, readOutputs } from '../stage/connect.ts';
import { checkKey } from './check-key.ts';
import { keptSecret } from './kept-secret.ts';
import type { StripeSetup } from './set-up-stripe.ts';

interface Wish {
  /** The stage; the local cloud if undefined. */
  stage: string | undefined;
  isRolling: boolean;
  allowsTestKey: boolean;
}

/** @throws Error that says what to do when there is nothing to connect to */
export function connectToStripe({ stage, ...wish }: Wish): Promise<StripeSetup> {
  return stage === undefined ? connectLocally(wish.isRolling) : connectToStage(stage, wish);
}

async function connectLocally(isRolling: boolean): Promise<StripeSetup> {
  const { stripeEndpoint, secretsEndpoint, stripeSecretKeyArn } = await readLocalEndpoints();
  if (!stripeEndpoint) {
    throw new Error(
      'The local cloud uses your test account and set it up when it started. To set up another stage, name it: --stage dev',
    );
  }
  if (isRolling) {
    throw new Error('The webhook of the local cloud is built in, so there is no secret to roll.');
  }
  const { hostname, port } = new URL(stripeEndpoint);
  const key = 'sk_test_local';
  const { priceIds, salesTax } = stages.local;
  return {
    stage: 'local',
    stripe: new Stripe(key, { host: hostname, port: Number(port), protocol: 'http' }),
    secretKey: {
      value: key,
      secret: keptSecret(new SecretsManagerClient(localClient(secretsEndpoint)), stripeSecretKeyArn),
    },
    webhook: undefined,
    priceIds,
    salesTax,
    deployedPriceIds: priceIds,
  };
}

async function connectToStage(
  stage: string,
  { isRolling, allowsTestKey }: Omit<Wish, 'stage'>,
): Promise<StripeSetup> {
  const { name, settings } = readStage(stage);
  if (name === 'local') {
    throw new Error('The stage "local" runs on this machine: start it with "npm start" and omit --stage.');
  }
  const key = checkKey(process.env.STRIPE_SECRET_KEY, name, allowsTestKey);
  const output = await readOutputs(name);
  const secretsManager = new SecretsManagerClient({ region });
  const { priceIds: deployedPriceIds } = JSON.parse(output('WebSettings')) as Pick<WebSettings, 'priceIds'>;
  return {
    stage: name,
    stripe: new Stripe(key),
    secretKey: { value: key, secret: keptSecret(secretsManager, output('StripeSecretKeyArn')) },
    webhook: {
      url: `${output('SiteUrl')}/api/stripeWebhook`,
      secret: keptSecret(secretsManager, output('StripeWebhookSecretArn')),
      isRolling,
    },
    priceIds: settings.priceIds satisfies PriceIds,
    salesTax: settings.salesTax,
    deployedPriceIds,
  };
}
