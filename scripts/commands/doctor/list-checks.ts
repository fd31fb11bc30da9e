import { resolveCaa, resolveNs } from 'node:dns/promises';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { Route53Client } from '@aws-sdk/client-route-53';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SNSClient } from '@aws-sdk/client-sns';
import { STSClient } from '@aws-sdk/client-sts';
import type Stripe from 'stripe';
import { stackNameOf } from '../../../lib/stack-parts.ts';
import type { StageSettings } from '../../../lib/stage-settings.ts';
import { readStage, region, type StageName, siteNameOf, stages } from '../../../lib/stages.ts';
import { localClient, readLocalEndpoints } from '../stage/connect.ts';
import { connectToPayments, type Payments } from '../stage/connect-to-payments.ts';
import { findStack, listResourcesOf, listStackResources } from '../stage/stacks.ts';
import { checkBootstrap, checkConcurrency, checkCredentials } from './check-account.ts';
import { checkAccountPlan } from './check-account-plan.ts';
import { checkAlarms } from './check-alarms.ts';
import { checkDomain } from './check-domain.ts';
import { checkNewSender, checkSandbox, checkSender } from './check-mail.ts';
import { checkPasskeys } from './check-passkeys.ts';
import {
  checkManagedPayments,
  checkPrices,
  checkSalesTax,
  checkSecretKey,
  checkSigningSecret,
  checkWebhook,
} from './check-payments.ts';
import { checkRecords } from './check-records.ts';
import { checkSettings } from './check-settings.ts';
import { checkApi, checkLegalPages, checkPages } from './check-site.ts';
import { checkFormerStacks, checkRemains, checkStacks } from './check-stacks.ts';
import type { Check } from './examine.ts';
import type { Finding } from './finding.ts';

/** The deployed site. */
interface Site extends Payments {
  stage: StageName;
  settings: StageSettings;
  cognito: CognitoIdentityProviderClient;
}

/** The checks before a deployment. */
export function checksBeforeDeployment(stage: StageName, settings: StageSettings): Check[] {
  const cloudFormation = new CloudFormationClient({ region });
  const needs = ['Credentials'];
  return [
    { name: 'Settings', look: () => checkSettings(stage) },
    { name: 'Credentials', look: () => checkCredentials(new STSClient({ region })) },
    {
      name: 'Domain',
      needs,
      look: () => checkDomain(settings.domain, new Route53Client({ region }), resolveNs),
    },
    {
      name: 'DNS records',
      needs: ['Domain'],
      look: async () => {
        const delivery = await findStack(cloudFormation, stackNameOf(siteNameOf(stage), 'delivery'));
        const siteUrl = delivery?.Outputs?.find(({ OutputKey: key }) => key === 'SiteUrl')?.OutputValue;
        return checkRecords(settings.domain, siteUrl, new Route53Client({ region }), resolveCaa);
      },
    },
    {
      name: 'Sender in SES',
      needs,
      look: async () => {
        const resources = await listResourcesOf(cloudFormation, stackNameOf(siteNameOf(stage), 'data'));
        return checkNewSender(new SESv2Client({ region }), settings, resources);
      },
    },
    { name: 'Bootstrap', needs, look: () => checkBootstrap(cloudFormation) },
    { name: 'Remains', needs, look: () => checkRemains(cloudFormation, stage, settings.keepsData) },
    { name: 'Former stacks', needs, look: () => checkFormerStacks(cloudFormation, stage) },
  ];
}

/** @param stage on AWS, or `local` for the local cloud */
export async function listChecks(stage: string): Promise<Check[]> {
  const { name, settings } = readStage(stage);
  if (name === 'local') return listLocalChecks();
  const needs = ['Credentials'];
  return [
    ...checksBeforeDeployment(name, settings),
    { name: 'Account plan', needs, look: () => checkAccountPlan(new STSClient({ region })) },
    { name: 'Concurrency', needs, look: () => checkConcurrency(new LambdaClient({ region })) },
    { name: 'Stacks', needs, look: () => checkStacks(new CloudFormationClient({ region }), name) },
    { name: 'Sender', needs: ['Stacks'], look: () => checkSender(new SESv2Client({ region }), settings) },
    ...checksOfSite(
      () => findSite(name, settings, new CognitoIdentityProviderClient({ region })),
      ['Stacks'],
      new SESv2Client({ region }),
    ),
    {
      name: 'Alarms',
      needs: ['Stacks'],
      look: async () =>
        checkAlarms(new SNSClient({ region }), await listStackResources(name), settings.alarmAddress),
    },
  ];
}

async function listLocalChecks(): Promise<Check[]> {
  const { accountEndpoint, userPoolEndpoint } = await readLocalEndpoints();
  const account = localClient(accountEndpoint);
  const cognito = new CognitoIdentityProviderClient(localClient(userPoolEndpoint));
  return [
    { name: 'Credentials', look: () => checkCredentials(new STSClient(account)) },
    { name: 'Sender', look: () => checkSender(new SESv2Client(account), stages.local) },
    ...checksOfSite(() => findSite('local', stages.local, cognito), [], new SESv2Client(account)),
  ];
}

function checksOfSite(find: () => Promise<Site>, needs: string[], ses: SESv2Client): Check[] {
  const ofSite = (name: string, look: (site: Site) => Promise<Finding>, more: string[] = []): Check => ({
    name,
    needs: [...needs, ...more],
    look: async () => look(await find()),
  });
  const atStripe = (
    name: string,
    look: (site: Site & { stripe: Stripe }) => Promise<Finding>,
    more = ['Stripe: key'],
  ): Check =>
    ofSite(
      name,
      async (site) => look({ ...site, stripe: site.connectToStripe(await site.secretKey.read()) }),
      more,
    );
  return [
    ofSite('Pages', ({ siteUrl, webSettings, stage }) => checkPages(siteUrl, webSettings, stage)),
    ofSite('Legal pages', ({ siteUrl }) => checkLegalPages(siteUrl), ['Pages']),
    // AWS looks at the site and the sender before it lifts the sandbox.
    ofSite('Sandbox of SES', ({ siteUrl }) => checkSandbox(ses, siteUrl), ['Sender', 'Legal pages']),
    ofSite('Passkeys', ({ cognito, siteUrl, webSettings }) => checkPasskeys(cognito, siteUrl, webSettings)),
    ofSite('API', ({ siteUrl }) => checkApi(siteUrl), ['Pages']),
    ofSite('Stripe: key', ({ secretKey, stage }) => checkSecretKey(secretKey, stage)),
    ofSite('Stripe: secret', ({ webhookSecret, stage }) => checkSigningSecret(webhookSecret, stage)),
    atStripe('Stripe: webhook', ({ stripe, webhookUrl, stage }) => checkWebhook(stripe, webhookUrl, stage)),
    atStripe('Stripe: prices', ({ stripe, webSettings, settings, stage }) =>
      checkPrices(stripe, webSettings.priceIds, settings.salesTax, stage),
    ),
    atStripe('Stripe: taxes', ({ stripe, settings }) => checkSalesTax(stripe, settings.salesTax)),
    atStripe(
      'Stripe: seller',
      ({ stripe, webSettings, siteUrl }) => checkManagedPayments(stripe, webSettings.priceIds, siteUrl),
      ['Stripe: prices'],
    ),
  ];
}

const findSite = async (
  stage: StageName,
  settings: StageSettings,
  cognito: CognitoIdentityProviderClient,
): Promise<Site> => ({ stage, settings, cognito, ...(await connectToPayments(stage)) });
