import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join, resolve } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Jwks } from 'aws-jwt-verify/jwk';
import type { WebSettings } from '../contract/records/web-settings.ts';
import type { DeadLetterQueue } from '../scripts/commands/redrive/find-queues.ts';
import {
  type LocalEndpoints,
  localConnection,
  localCredentials,
  localS3,
} from '../scripts/commands/stage/connect.ts';
import { startAwsServices } from './aws-services.ts';
import { behindTheScenes } from './behind-the-scenes.ts';
import { startGateway } from './fakes/api-gateway/gateway.ts';
import { serveDistribution } from './fakes/cloudfront/cdn.ts';
import { forward } from './fakes/cloudfront/forward.ts';
import { codeEncryption } from './fakes/cognito/encrypt-code.ts';
import { startCognito } from './fakes/cognito/start-cognito.ts';
import { startDynamodb } from './fakes/dynamodb/start-dynamodb.ts';
import { openEventBus } from './fakes/eventbridge/event-bus.ts';
import { openKeyService } from './fakes/kms/key-service.ts';
import { type LambdaRunner, startLambdaRunner } from './fakes/lambda/lambda-runner.ts';
import { startS3 } from './fakes/s3/start-s3.ts';
import { openSecrets } from './fakes/secrets-manager/secrets.ts';
import { openMailService } from './fakes/ses/mail-service.ts';
import { openMailbox } from './fakes/ses/mailbox.ts';
import { pollQueues } from './fakes/sqs/poll-queues.ts';
import { openQueueStore } from './fakes/sqs/queue-store.ts';
import { writeDurably } from './files/write-durably.ts';
import { keepSecret } from './keep-secret.ts';
import { type LocalStack, readStack } from './read-stack.ts';
import { resolveSecrets } from './resolve-template.ts';
import { seedRelease } from './seed-release.ts';
import { openStripeAccount } from './seed-stripe.ts';
import { listen } from './server/listen.ts';
import { syncPictures, syncResources, syncSite } from './sync-site.ts';

interface CloudOptions {
  /** Where everything is kept. */
  dir: string;
  port: number;
  siteFolder: string;
  /** Whether people may read and download only. */
  isReadOnly?: boolean;
  /** Adds to what the stack describes, as what is measured beside it. */
  extend?: (stack: LocalStack) => LocalStack;
  stripe: Parameters<typeof openStripeAccount>[0]['environment'];
  onProblem: (message: string) => void;
  /** Serves the pages instead of the built site, for working on them. */
  servePages?: RequestListener;
}

export interface LocalCloud {
  siteUrl: string;
  /** What runs, and where. */
  services: Record<string, string>;
  reloadFunctions(): void;
  stop(): Promise<void>;
}

const folders = [
  'tables',
  'accounts',
  'objects',
  'stripe',
  'events',
  'queues',
  'mail',
  'sample-release',
] as const;
const endpointsFile = 'endpoints.json';
const seededArticlesFile = 'seeded-articles';
const maxLogLines = 500;

/** Deletes what the local cloud keeps, and nothing else that may lie in the same folder. */
export async function resetCloud(dir: string): Promise<void> {
  await refuseSecond(dir);
  for (const name of [...folders, endpointsFile, seededArticlesFile])
    await rm(join(dir, name), { recursive: true, force: true });
}

/**
 * Starts everything the stack describes on this machine, and keeps its data in one folder.
 * @throws Error one sentence for people, when the port or the folder is taken
 */
export async function startCloud({
  dir,
  port,
  siteFolder,
  isReadOnly = false,
  extend = (stack) => stack,
  stripe: environment,
  onProblem,
  servePages,
}: CloudOptions): Promise<LocalCloud> {
  const folder = (name: (typeof folders)[number]) => join(resolve(dir), name);
  await mkdir(dir, { recursive: true });
  await refuseSecond(dir);

  // The port first: if it is taken, nothing else needs to start.
  let onRequest: RequestListener = (_request, response) => response.writeHead(503).end('Starting.');
  const front = await listen((request, response) => onRequest(request, response), port);
  const siteUrl = `http://localhost:${front.port}`;
  const stopping: (() => unknown)[] = [() => front.close()];
  const stop = async () => {
    for (const end of stopping.reverse()) await end();
  };

  try {
    const stack = extend(await readStack(siteFolder, { isReadOnly }));
    const webSettings = JSON.parse(stack.outputs.WebSettings ?? '{}') as WebSettings;

    const mailbox = await openMailbox(folder('mail'));
    const queues = await openQueueStore({ dir: folder('queues'), queues: stack.queues });
    const bus = await openEventBus({
      dir: folder('events'),
      region: stack.region,
      rules: stack.rules,
      schedules: stack.schedules,
      functions: stack.functions,
      queues,
      onProblem,
    });
    const mailer = openMailService({ dir: folder('mail'), mailbox, bus, settings: stack.mail, onProblem });
    let runner: LambdaRunner | undefined;
    const invoke: LambdaRunner['invoke'] = async (functionId, event) => {
      if (!runner) throw new Error('The functions are not running yet.');
      return runner.invoke(functionId, event).catch((error: Error) => {
        onProblem(`${functionId} failed: ${error.name}: ${error.message}`);
        throw error;
      });
    };

    const [dynamodb, s3, stripe] = await Promise.all([
      startDynamodb({ dir: folder('tables'), tables: stack.tables }),
      startS3({
        dir: folder('objects'),
        buckets: stack.buckets.map(({ name }) => name),
        versionedBuckets: stack.versionedBuckets,
        onObjectCreated: async ({ bucket, key, size, etag, sequencer }) => {
          if (!stack.buckets.find(({ name }) => name === bucket)?.announcesUploads) return;
          await bus.put('default', 'aws.s3', 'Object Created', {
            version: '0',
            bucket: { name: bucket },
            object: { key, size, etag, sequencer },
            reason: 'PutObject',
          });
        },
      }),
      openStripeAccount({
        dir: folder('stripe'),
        webhookUrl: `${front.endpoint}/api/stripeWebhook`,
        priceIds: webSettings.priceIds,
        environment,
      }),
    ]);
    stopping.push(dynamodb.stop, s3.stop, stripe.stop);

    const variable = (name: string) =>
      stack.functions.map((lambda) => lambda.environment[name]).find(Boolean) ?? '';
    const secrets = await openSecrets(join(folder('stripe'), 'secrets.json'), {
      ...Object.fromEntries(stack.generatedSecrets.map((arn) => [arn, randomBytes(32).toString('hex')])),
      [variable('STRIPE_SECRET_KEY_ARN')]: stripe.secretKey,
      [variable('STRIPE_WEBHOOK_SECRET_ARN')]: stripe.webhookSecret,
      [variable('UNSUBSCRIBE_KEY_ARN')]: await keepSecret(join(folder('mail'), 'unsubscribe-key')),
    });
    const awsServices = await startAwsServices({
      bus,
      queues,
      mailer,
      secrets,
      keys: openKeyService(await keepSecret(join(folder('accounts'), 'code-key')), stack.userPool.codeKeyArn),
      functions: stack.functions,
    });
    stopping.push(() => awsServices.close());
    const cognito = await startCognito({
      dir: folder('accounts'),
      issuerDomain: `https://cognito-idp.${stack.region}.amazonaws.com`,
      pool: stack.userPool,
      client: stack.userPool.client,
      groups: stack.userPool.groups,
      triggers: stack.userPool.triggers.map(({ name }) => name),
      trigger: (name, event) =>
        invoke(stack.userPool.triggers.find((trigger) => trigger.name === name)?.functionId ?? '', event),
      encryptCode: codeEncryption({
        endpoint: awsServices.endpoint,
        credentials: localCredentials,
        keyArn: stack.userPool.codeKeyArn,
        poolId: stack.userPool.id,
      }),
    });
    stopping.push(cognito.stop);

    const logs: string[] = [];
    runner = startLambdaRunner({
      functions: stack.functions.map((lambda) => ({
        ...lambda,
        environment: resolveAll(lambda.environment, secrets.values),
      })),
      environment: {
        AWS_REGION: stack.region,
        AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
        AWS_ENDPOINT_URL_DYNAMODB: dynamodb.endpoint,
        AWS_ENDPOINT_URL_S3: s3.endpoint,
        AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: cognito.endpoint,
        AWS_ENDPOINT_URL_SESV2: awsServices.endpoint,
        AWS_ENDPOINT_URL_CLOUDFRONT: awsServices.endpoint,
        AWS_ENDPOINT_URL_KMS: awsServices.endpoint,
        AWS_ENDPOINT_URL_EVENTBRIDGE: awsServices.endpoint,
        AWS_ENDPOINT_URL_SECRETS_MANAGER: awsServices.endpoint,
        AWS_ENDPOINT_URL_SQS: awsServices.endpoint,
        SITE_URL: siteUrl,
        PRICE_IDS: JSON.stringify(stripe.priceIds),
        ...(stripe.endpoint ? { STRIPE_API_URL: stripe.endpoint } : {}),
      },
      onLog: (functionName, line) => {
        logs.unshift(`${functionName}: ${line}`);
        logs.length = Math.min(logs.length, maxLogLines);
      },
    });
    stopping.push(
      () => runner?.stop(),
      () => bus.stop(),
    );

    const gateway = await startGateway({ routes: stack.routes, jwks: cognito.jwks as Jwks, invoke });
    stopping.push(() => gateway.close());

    const s3Client = localS3(s3.endpoint);
    const localSettings: WebSettings = {
      ...webSettings,
      userPoolEndpoint: `${siteUrl}/__local/cognito`,
      priceIds: stripe.priceIds,
    };
    const pageFiles = await syncSite(s3Client, stack.siteBucket, siteFolder, localSettings);
    await syncResources(s3Client, stack.outputs.BuildsBucket ?? '');
    const pictureFiles = await syncPictures(s3Client, stack.mediaBucket);
    await bus.start(invoke);
    stopping.push(
      pollQueues({ store: queues, sources: stack.eventSources, region: stack.region, invoke, onProblem }),
    );

    const services = {
      Site: siteUrl,
      Tables: `${stack.tables.length}, at ${dynamodb.endpoint}`,
      Buckets: `${stack.buckets.length}, at ${s3.endpoint}`,
      'User pool': `${stack.userPool.id}, at ${cognito.endpoint}`,
      API: `${stack.routes.length} routes, at ${gateway.endpoint}`,
      Functions: `${stack.functions.length}, from dist/lambdas`,
      Pages: `${pageFiles} files, from ${siteFolder}`,
      Pictures: `${pictureFiles} files, from content/mockups/images`,
      Stripe: stripe.endpoint ? `a stand-in, at ${stripe.endpoint}` : 'your test account',
    };
    const client = new DynamoDBClient({
      region: stack.region,
      endpoint: dynamodb.endpoint,
      credentials: localCredentials,
    });
    const tables = stack.tables.map(({ name }) => name);
    const deadLetterQueues = describeDeadLetterQueues(stack, awsServices.endpoint);
    const showLocalPage = behindTheScenes({
      bus,
      queues,
      deadLetterQueues: deadLetterQueues.map(({ queueUrl }) => queueUrl.split('/').at(-1) ?? ''),
      mailbox,
      mailer,
      tables,
      dynamodb: DynamoDBDocumentClient.from(client),
      schedules: stack.schedules,
      functions: stack.functions,
      stripe: stripe.standIn,
      services,
      logs: () => logs,
    });
    const serveSite = serveDistribution({
      behaviors: stack.behaviors,
      s3: s3Client,
      gatewayPort: gateway.port,
      resolveSecrets: (value) => resolveSecrets(value, secrets.values),
      invoke,
    });
    const cognitoPort = Number(new URL(cognito.endpoint).port);

    onRequest = (request, response) => {
      const path = new URL(`${siteUrl}${request.url ?? '/'}`).pathname;
      if (!isOurHost(request.headers.host)) response.writeHead(403).end('This machine only.');
      else if (path === '/__local/cognito') forward(cognitoPort, '/', request, response);
      else if (path === '/__local') response.writeHead(308, { location: '/__local/' }).end();
      else if (path.startsWith('/__local/')) {
        showLocalPage(path, request, response).then(
          (shown) => shown || response.writeHead(404).end('There is no such local page.'),
          (error: Error) => response.writeHead(500).end(error.message),
        );
      } else if (servePages && !isOfTheCloud(path)) servePages(request, response);
      else serveSite(request, response);
    };

    const endpoints: LocalEndpoints = {
      processId: process.pid,
      siteUrl,
      buildsBucket: stack.outputs.BuildsBucket ?? '',
      mediaBucket: stack.mediaBucket,
      articlesTable: stack.outputs.ArticlesTable ?? '',
      eventBus: stack.outputs.EventBus ?? '',
      s3Endpoint: s3.endpoint,
      dynamodbEndpoint: dynamodb.endpoint,
      userPoolId: stack.userPool.id,
      userPoolEndpoint: cognito.endpoint,
      eventsEndpoint: awsServices.endpoint,
      secretsEndpoint: awsServices.endpoint,
      stripeSecretKeyArn: variable('STRIPE_SECRET_KEY_ARN'),
      stripeWebhookSecretArn: variable('STRIPE_WEBHOOK_SECRET_ARN'),
      webSettings: localSettings,
      ...(stripe.endpoint ? { stripeEndpoint: stripe.endpoint } : {}),
      accountEndpoint: awsServices.endpoint,
      queuesEndpoint: awsServices.endpoint,
      lambdaEndpoint: awsServices.endpoint,
      mailEndpoint: awsServices.endpoint,
      deadLetterQueues,
    };
    await writeDurably(join(dir, endpointsFile), JSON.stringify(endpoints, null, 2));
    stopping.push(() => rm(join(dir, endpointsFile), { force: true }));
    await seedRelease(folder('sample-release'), endpoints);
    stopping.push(seedArticlesLater(endpoints, join(dir, seededArticlesFile), onProblem));

    return { siteUrl, services, reloadFunctions: () => runner?.reload(), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function describeDeadLetterQueues(
  { functions, queues, eventSources }: LocalStack,
  endpoint: string,
): DeadLetterQueue[] {
  const ofEvents = functions.map(({ id, deadLetterQueue }) => ({
    id,
    name: deadLetterQueue,
    sourceQueue: undefined,
  }));
  const ofQueues = eventSources.map(({ functionId, queue }) => ({
    id: functionId,
    name: queues.find(({ name }) => name === queue)?.deadLetters?.queue,
    sourceQueue: queue,
  }));
  return [...ofEvents, ...ofQueues].flatMap(({ id, name, sourceQueue }) => {
    const consumer = functions.find((lambda) => lambda.id === id)?.name ?? '';
    if (!name) return [];
    const source = sourceQueue ? { sourceQueueUrl: `${endpoint}/${sourceQueue}` } : {};
    return [{ consumer, functionName: id, queueUrl: `${endpoint}/${name}`, ...source }];
  });
}

/** As CloudFormation does when it deploys: a function's settings hold the secrets themselves. */
function resolveAll(environment: Record<string, string>, secrets: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, resolveSecrets(value, secrets)]),
  );
}

/** Two clouds on one folder would write over each other. */
async function refuseSecond(dir: string): Promise<void> {
  const text = await readFile(join(dir, endpointsFile), 'utf8').catch(() => undefined);
  if (!text) return;
  const siteUrl = /"siteUrl": "([^"]+)"/.exec(text)?.[1];
  // A cloud that was killed leaves the file behind, but does not answer.
  const answers = await fetch(`${siteUrl}/__local/mail.json`).then(
    (response) => response.ok,
    () => false,
  );
  if (answers) {
    throw new Error(
      `A local cloud with its data in ${dir} runs already at ${siteUrl}. Stop it, or keep the data of this one elsewhere: LOCAL_DIR=.local-2`,
    );
  }
}

/** Another site must not reach the local cloud by a name that leads to this machine. */
function isOurHost(host = ''): boolean {
  return /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(host);
}

/** What the development server leaves to the cloud. */
function isOfTheCloud(path: string): boolean {
  return /^\/(api|media)\//.test(path) || path === '/config.json' || isPublished(path);
}

/** What is published while the site runs: releases, and what pages of the blog show. */
function isPublished(path: string): boolean {
  return (
    ['/version.json', '/releases.json', '/blog.atom', '/blog.rss'].includes(path) ||
    /^\/(updates\/|blog\/.*\.json$)/.test(path)
  );
}

/** Publishes our articles while the site answers already, unless that was done. Returns what ends it. */
function seedArticlesLater(
  endpoints: LocalEndpoints,
  marker: string,
  onProblem: CloudOptions['onProblem'],
): () => Promise<void> {
  const ending = new AbortController();
  const seeding = import('./seed-articles.ts')
    .then(({ seedArticles }) =>
      seedArticles({ to: localConnection(endpoints), marker, signal: ending.signal }),
    )
    .catch((error: Error) => {
      if (!ending.signal.aborted) onProblem(`Our articles could not be published: ${error.message}`);
    });
  return () => {
    ending.abort();
    return seeding;
  };
}
