import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { BlogRecord } from '../../lambdas/domain/articles/blog-store.ts';
import { stages } from '../../lib/stages.ts';
import { answerRequests, connectToDoorbell, doorbellPath } from '../../local/answer-requests.ts';
import { cloudFiles } from '../../local/cloud-folder.ts';
import { openEventApi } from '../../local/fakes/appsync/event-api.ts';
import { forward } from '../../local/fakes/cloudfront/forward.ts';
import { openMailbox } from '../../local/fakes/ses/mailbox.ts';
import { readStack } from '../../local/read-stack.ts';
import { seedArticles } from '../../local/seed-articles.ts';
import { seedRelease } from '../../local/seed-release.ts';
import type { StripeAccount } from '../../local/seed-stripe.ts';
import { listen } from '../../local/server/listen.ts';
import { tokenVerifier } from '../../local/start-services.ts';
import { until } from '../../scripts/commands/smoke/until.ts';
import { type LocalEndpoints, localClient, localConnection } from '../../scripts/commands/stage/connect.ts';
import { firstArticles } from '../../test/site-paths.ts';
import { apiPath } from './adapt-template.ts';
import { callMinistack } from './call-ministack.ts';
import type { LateServer } from './late-server.ts';
import { openUserPool } from './ministack-user-pool.ts';
import { openLocalPages } from './open-local-pages.ts';
import { type Deployed, readDeployed } from './read-deployed.ts';
import { serveServices } from './services-front.ts';
import { serveSite } from './site-front.ts';
import type { Ministack } from './start-ministack.ts';

export interface SecondCloud {
  /** The folder with the files of a local cloud that specs read. */
  dir: string;
  site: LateServer;
  services: LateServer;
  ministack: Ministack;
  stripe: StripeAccount;
}

/**
 * Serves the site and its services after a deployment, and performs the team's first steps: sets the keys of Stripe, and publishes a
 * release and articles.
 */
export async function openSecondCloud(cloud: SecondCloud): Promise<Deployed> {
  const { dir, site, services, ministack, stripe } = cloud;
  const { port } = ministack;
  if (!stripe.standIn) throw new Error('The second cloud needs the fake of Stripe.');
  const deployed = await readDeployed();
  const stack = await readStack();
  const mailbox = await openMailbox(join(dir, 'mail'));
  const askUserPool = openUserPool(ministack, deployed);
  const doorbell = openEventApi({
    namespaces: stack.channelNamespaces,
    verifyToken: tokenVerifier(...(await readPool(port, deployed))),
  });
  const tables = deployed.named('AWS::DynamoDB::GlobalTable');
  services.serve(serveServices({ port, tables, mailbox, askUserPool, doorbell }));
  const api = apiPath(deployed.nameOf('AWS::ApiGatewayV2::Api', 'HttpApi'));
  const { endpoint: gateway } = await listen((request, response) =>
    forward(port, api + request.url, request, response),
  );
  const endpoints = describeEndpoints(cloud, deployed);
  const connection = localConnection(endpoints);
  const sources = {
    port,
    deployed,
    stack,
    mailbox,
    dynamodb: connection.dynamodb,
    stripe: stripe.standIn,
    gateway,
  };
  site.connect(connectToDoorbell(doorbell));
  site.serve(
    answerRequests({
      cognitoEndpoint: services.endpoint,
      showLocalPage: openLocalPages(sources),
      serveSite: serveSite({ port, deployed, settings: endpoints.webSettings }),
      servePages: undefined,
    }),
  );
  await putStripeKeys(endpoints, stripe);
  await copySigningKey(dir, ministack, deployed);
  await writeFile(join(dir, cloudFiles.endpoints), JSON.stringify(endpoints, null, 2));
  await seedRelease(join(dir, 'sample-release'), endpoints);
  const marker = join(dir, cloudFiles.seededArticles);
  await seedArticles({ to: connection, marker, signal: new AbortController().signal });
  await waitUntilPublished(site.url);
  return deployed;
}

/** The addresses that the team's commands and the specs read. */
function describeEndpoints(
  { site: { url: siteUrl }, services: { endpoint }, stripe }: SecondCloud,
  deployed: Deployed,
): LocalEndpoints {
  const { output, webSettings, deadLetterQueues } = deployed;
  return {
    processId: process.pid,
    siteUrl,
    buildsBucket: output('BuildsBucket'),
    mediaBucket: output('MediaBucket'),
    siteBucket: output('SiteBucket'),
    articlesTable: output('ArticlesTable'),
    eventBus: output('EventBus'),
    s3Endpoint: endpoint,
    dynamodbEndpoint: endpoint,
    userPoolId: webSettings.userPoolId,
    userPoolEndpoint: endpoint,
    eventsEndpoint: endpoint,
    secretsEndpoint: endpoint,
    stripeSecretKeyArn: deployed.nameOf('AWS::SecretsManager::Secret', 'PaymentsStripeSecretKey'),
    stripeWebhookSecretArn: deployed.nameOf('AWS::SecretsManager::Secret', 'PaymentsStripeWebhookSecret'),
    webSettings: {
      ...webSettings,
      doorbell: { url: `${siteUrl.replace('http:', 'ws:')}${doorbellPath}`, host: 'localhost' },
      userPoolEndpoint: `${siteUrl}/__local/cognito`,
      priceIds: stages.local.priceIds,
    },
    ...(stripe.endpoint && { stripeEndpoint: stripe.endpoint }),
    accountEndpoint: endpoint,
    queuesEndpoint: endpoint,
    deadLetterQueues,
  };
}

/** Like `npm run setup:stripe`. */
async function putStripeKeys(
  endpoints: LocalEndpoints,
  { secretKey, webhookSecret }: StripeAccount,
): Promise<void> {
  const secrets = new SecretsManagerClient(localClient(endpoints.secretsEndpoint));
  for (const [SecretId, SecretString] of [
    [endpoints.stripeSecretKeyArn, secretKey],
    [endpoints.stripeWebhookSecretArn, webhookSecret],
  ])
    await secrets.send(new PutSecretValueCommand({ SecretId, SecretString }));
}

/** The keys and settings that verify tokens of the user pool. */
async function readPool(port: number, { webSettings }: Deployed): Promise<Parameters<typeof tokenVerifier>> {
  const { region, userPoolId: id, userPoolClientId } = webSettings;
  const { body } = await callMinistack(port, { method: 'GET', path: `/${id}/.well-known/jwks.json` });
  return [{ region, userPool: { id, client: { id: userPoolClientId } } }, JSON.parse(body.toString())];
}

/** The key of access tokens, with which specs forge tokens. */
async function copySigningKey(dir: string, { folder }: Ministack, deployed: Deployed): Promise<void> {
  const { userPoolId } = deployed.webSettings;
  await mkdir(join(dir, 'accounts'), { recursive: true });
  await copyFile(
    join(folder, `cognito-pool-keys/${userPoolId}-access.pem`),
    join(dir, 'accounts/signing-key.pem'),
  );
}

async function waitUntilPublished(siteUrl: string): Promise<void> {
  const read = async (path: string) => (await fetch(siteUrl + path)).text();
  const isPublished = async () => {
    const { articles }: Partial<BlogRecord> = JSON.parse(
      await read('/blog/published.json').catch(() => '{}'),
    );
    const releases = await read('/updates/releases.atom');
    return releases.includes(`${siteUrl}/download#`) && articles?.length === firstArticles().length;
  };
  await until({ what: 'release with articles on the second cloud', seconds: 120 }, () =>
    isPublished().catch(() => false),
  );
}
