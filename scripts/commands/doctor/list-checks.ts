import { resolveNs } from 'node:dns/promises';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { Route53Client } from '@aws-sdk/client-route-53';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SNSClient } from '@aws-sdk/client-sns';
import { STSClient } from '@aws-sdk/client-sts';
import Stripe from 'stripe';
import type { WebSettings } from '../../../contract/records/web-settings.ts';
import type { StageSettings } from '../../../lib/stage-settings.ts';
import { readStage, region, type StageName, stages } from '../../../lib/stages.ts';
import { keptSecret } from '../setup-stripe/kept-secret.ts';
import { localClient, readLocalEndpoints, readOutputs } from '../stage/connect.ts';
import { listStackResources } from '../stage/list-stack-resources.ts';
import { checkBootstrap, checkConcurrency, checkCredentials } from './check-account.ts';
import { checkAlarms } from './check-alarms.ts';
import { checkDomain } from './check-domain.ts';
import { checkSandbox, checkSender } from './check-mail.ts';
import { checkPasskeys } from './check-passkeys.ts';
import {
  checkManagedPayments,
  checkPrices,
  checkSalesTax,
  checkSecretKey,
  checkSigningSecret,
  checkWebhook,
} from './check-payments.ts';
import { checkSettings } from './check-settings.ts';
import { checkApi, checkPages } from './check-site.ts';
import { checkStacks } from './check-stacks.ts';
import type { Check } from './examine.ts';

/** The deployed site: its address and its secrets. */
interface Site {
  stage: StageName;
  settings: StageSettings;
  siteUrl: string;
  webSettings: WebSettings;
  cognito: CognitoIdentityProviderClient;
  secretsManager: SecretsManagerClient;
  stripeSecretKeyArn: string;
  stripeWebhookSecretArn: string;
  /** Undefined if Stripe's events come without an endpoint of the account. */
  webhookUrl: string | undefined;
  connectToStripe: (key: string) => Stripe;
}

/** The checks before a deployment. */
export function checksBeforeDeployment(stage: StageName, settings: StageSettings): Check[] {
  return [
    { name: 'Settings', look: () => checkSettings(stage) },
    { name: 'Credentials', look: () => checkCredentials(new STSClient({ region })) },
    {
      name: 'Domain',
      needs: ['Credentials'],
      look: () => checkDomain(settings.domain, new Route53Client({ region }), resolveNs),
    },
    {
      name: 'Bootstrap',
      needs: ['Credentials'],
      look: () => checkBootstrap(new CloudFormationClient({ region })),
    },
  ];
}

/** @param stage on AWS, or `local` for the local cloud */
export async function listChecks(stage: string): Promise<Check[]> {
  const { name, settings } = readStage(stage);
  if (name === 'local') return listLocalChecks();
  const needs = ['Credentials'];
  return [
    ...checksBeforeDeployment(name, settings),
    { name: 'Concurrency', needs, look: () => checkConcurrency(new LambdaClient({ region })) },
    { name: 'Sandbox of SES', needs, look: () => checkSandbox(new SESv2Client({ region })) },
    { name: 'Stacks', needs, look: () => checkStacks(new CloudFormationClient({ region }), name) },
    { name: 'Sender', needs: ['Stacks'], look: () => checkSender(new SESv2Client({ region }), settings) },
    ...checksOfSite(() => findSite(name, settings), ['Stacks']),
    {
      name: 'Alarms',
      needs: ['Stacks'],
      look: async () =>
        checkAlarms(new SNSClient({ region }), await listStackResources(name), settings.alarmAddress),
    },
  ];
}

async function listLocalChecks(): Promise<Check[]> {
  const endpoints = await readLocalEndpoints();
  const account = localClient(endpoints.accountEndpoint);
  const site: Site = {
    stage: 'local',
    settings: stages.local,
    ...endpoints,
    cognito: new CognitoIdentityProviderClient(localClient(endpoints.userPoolEndpoint)),
    secretsManager: new SecretsManagerClient(localClient(endpoints.secretsEndpoint)),
    webhookUrl: undefined,
    connectToStripe(key) {
      if (!endpoints.stripeEndpoint) return new Stripe(key);
      const { hostname, port } = new URL(endpoints.stripeEndpoint);
      return new Stripe(key, { host: hostname, port: Number(port), protocol: 'http' });
    },
  };
  return [
    { name: 'Credentials', look: () => checkCredentials(new STSClient(account)) },
    { name: 'Sandbox of SES', look: () => checkSandbox(new SESv2Client(account)) },
    { name: 'Sender', look: () => checkSender(new SESv2Client(account), stages.local) },
    ...checksOfSite(async () => site, []),
  ];
}

function checksOfSite(find: () => Promise<Site>, needs: string[]): Check[] {
  const withKey = async () => {
    const site = await find();
    const key = await keptSecret(site.secretsManager, site.stripeSecretKeyArn).read();
    return { ...site, stripe: site.connectToStripe(key) };
  };
  return [
    {
      name: 'Pages',
      needs,
      look: async () => {
        const { siteUrl, webSettings, stage } = await find();
        return checkPages(siteUrl, webSettings, stage);
      },
    },
    {
      name: 'Passkeys',
      needs,
      look: async () => {
        const { cognito, siteUrl, webSettings } = await find();
        return checkPasskeys(cognito, siteUrl, webSettings);
      },
    },
    { name: 'API', needs: [...needs, 'Pages'], look: async () => checkApi((await find()).siteUrl) },
    {
      name: 'Stripe: key',
      needs,
      look: async () => {
        const { secretsManager, stripeSecretKeyArn, stage } = await find();
        return checkSecretKey(keptSecret(secretsManager, stripeSecretKeyArn), stage);
      },
    },
    {
      name: 'Stripe: secret',
      needs,
      look: async () => {
        const { secretsManager, stripeWebhookSecretArn, stage } = await find();
        return checkSigningSecret(keptSecret(secretsManager, stripeWebhookSecretArn), stage);
      },
    },
    {
      name: 'Stripe: webhook',
      needs: [...needs, 'Stripe: key'],
      look: async () => {
        const { stripe, webhookUrl, stage } = await withKey();
        return checkWebhook(stripe, webhookUrl, stage);
      },
    },
    {
      name: 'Stripe: prices',
      needs: [...needs, 'Stripe: key'],
      look: async () => {
        const { stripe, webSettings, settings, stage } = await withKey();
        return checkPrices(stripe, webSettings.priceIds, settings.salesTax, stage);
      },
    },
    {
      name: 'Stripe: taxes',
      needs: [...needs, 'Stripe: key'],
      look: async () => {
        const { stripe, settings } = await withKey();
        return checkSalesTax(stripe, settings.salesTax);
      },
    },
    {
      name: 'Stripe: seller',
      needs: [...needs, 'Stripe: prices'],
      look: async () => {
        const { stripe, webSettings, siteUrl } = await withKey();
        return checkManagedPayments(stripe, webSettings.priceIds, siteUrl);
      },
    },
  ];
}

async function findSite(stage: StageName, settings: StageSettings): Promise<Site> {
  const output = await readOutputs(stage);
  const siteUrl = output('SiteUrl');
  return {
    stage,
    settings,
    siteUrl,
    webSettings: JSON.parse(output('WebSettings')),
    cognito: new CognitoIdentityProviderClient({ region }),
    secretsManager: new SecretsManagerClient({ region }),
    stripeSecretKeyArn: output('StripeSecretKeyArn'),
    stripeWebhookSecretArn: output('StripeWebhookSecretArn'),
    webhookUrl: `${siteUrl}/api/stripeWebhook`,
    connectToStripe: (key) => new Stripe(key),
  };
}
