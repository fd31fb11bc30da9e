import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import Stripe from 'stripe';
import type { WebSettings } from '../../../contract/records/web-settings.ts';
import { region } from '../../../lib/stages.ts';
import { type KeptSecret, keptSecret } from '../setup-stripe/kept-secret.ts';
import { isLocal, localClient, readLocalEndpoints, readOutputs } from './connect.ts';

/** The payments of a stage: its secrets, its webhook and its Stripe account. */
export interface Payments {
  siteUrl: string;
  webSettings: WebSettings;
  secretKey: KeptSecret;
  webhookSecret: KeptSecret;
  /** Undefined if Stripe's events come without an endpoint of the account. */
  webhookUrl: string | undefined;
  /** Whether the local cloud uses its fake of Stripe. */
  isFake: boolean;
  connectToStripe(key: string): Stripe;
}

/** @throws Error that says what to do when there is nothing to connect to */
export async function connectToPayments(stage: string | undefined): Promise<Payments> {
  if (!isLocal(stage)) {
    const output = await readOutputs(stage);
    const siteUrl = output('SiteUrl');
    return {
      siteUrl,
      webSettings: JSON.parse(output('WebSettings')),
      ...secretsOf(new SecretsManagerClient({ region }), {
        stripeSecretKeyArn: output('StripeSecretKeyArn'),
        stripeWebhookSecretArn: output('StripeWebhookSecretArn'),
      }),
      webhookUrl: `${siteUrl}/api/stripeWebhook`,
      isFake: false,
      connectToStripe: (key) => new Stripe(key),
    };
  }
  const { siteUrl, webSettings, stripeEndpoint, secretsEndpoint, ...arns } = await readLocalEndpoints();
  return {
    siteUrl,
    webSettings,
    ...secretsOf(new SecretsManagerClient(localClient(secretsEndpoint)), arns),
    webhookUrl: undefined,
    isFake: stripeEndpoint !== undefined,
    connectToStripe(key) {
      if (!stripeEndpoint) return new Stripe(key);
      const { hostname, port } = new URL(stripeEndpoint);
      return new Stripe(key, { host: hostname, port: Number(port), protocol: 'http' });
    },
  };
}

const secretsOf = (
  client: SecretsManagerClient,
  arns: { stripeSecretKeyArn: string; stripeWebhookSecretArn: string },
): Pick<Payments, 'secretKey' | 'webhookSecret'> => ({
  secretKey: keptSecret(client, arns.stripeSecretKeyArn),
  webhookSecret: keptSecret(client, arns.stripeWebhookSecretArn),
});
