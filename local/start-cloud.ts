import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type { Jwks } from 'aws-jwt-verify/jwk';
import { licenseKeyIdsFile } from '../contract/records/license-file.ts';
import type { WebSettings } from '../contract/records/web-settings.ts';
import { type LocalEndpoints, localConnection, localS3 } from '../scripts/commands/stage/connect.ts';
import { answerRequests, connectToDoorbell, doorbellPath, openLocalPages } from './answer-requests.ts';
import { cloudFiles, cloudFolder, refuseSecond } from './cloud-folder.ts';
import { openCustomResources } from './custom-resources.ts';
import { describeEndpoints } from './describe-endpoints.ts';
import { startGateway } from './fakes/api-gateway/gateway.ts';
import { serveDistribution } from './fakes/cloudfront/cdn.ts';
import { pollQueues } from './fakes/sqs/poll-queues.ts';
import { writeDurably } from './files/write-durably.ts';
import { allowInlineStyles, type LocalSettings } from './local-template.ts';
import { type Functions, openFunctions } from './open-functions.ts';
import { type LocalStack, readStack, scheduledFunctions } from './read-stack.ts';
import { resolveSecrets } from './resolve-template.ts';
import { seedRelease } from './seed-release.ts';
import { type Listening, listen } from './server/listen.ts';
import { type Services, type StartOptions, startServices } from './start-services.ts';
import { syncPictures, syncResources, syncSite } from './sync-site.ts';

interface CloudOptions {
  /** The folder with all data. */
  dir: string;
  port: number;
  siteFolder: string;
  /** Resolves when the site is built, if it is not built yet. */
  pagesBuilt?: Promise<void> | undefined;
  /** Makes sure that a function has a bundle. Without it, all functions have one. */
  bundle?: ((name: string) => Promise<void>) | undefined;
  settings?: LocalSettings;
  /** Adds resources to those of the stack, such as those of a benchmark. */
  extend?: (stack: LocalStack) => LocalStack;
  stripe: StartOptions['stripeEnvironment'];
  /** Changes how much SES lets the site send. */
  mailQuota?: StartOptions['mailQuota'];
  /** Whether schedules fire. By default they do. */
  hasSchedules?: boolean;
  onProblem: (message: string) => void;
  /** Serves the pages in place of the built site, for development. */
  servePages?: RequestListener;
}

export interface LocalCloud {
  siteUrl: string;
  /** The running services and their addresses. */
  services: Record<string, string>;
  reloadFunctions(): void;
  /** Uploads the files of the build that have changed. */
  syncPages(): Promise<unknown>;
  stop(): Promise<void>;
}

/** The values that the steps of a start share. */
interface Start extends CloudOptions {
  stack: LocalStack;
  siteUrl: string;
  functions: Functions;
  onStop: StartOptions['onStop'];
}

/**
 * Starts every service of the stack on this machine, with its data in one folder.
 * @throws Error one sentence for people, when the port or the folder is taken
 */
export async function startCloud(options: CloudOptions): Promise<LocalCloud> {
  const { dir, port, settings, extend = (stack) => stack, onProblem } = options;
  await mkdir(dir, { recursive: true });
  await refuseSecond(dir);

  // The port comes first: if it is in use, nothing else needs to start.
  let onRequest: RequestListener = (_request, response) => response.writeHead(503).end('Starting.');
  const front = await listen((request, response) => onRequest(request, response), port);
  const stopping: (() => unknown)[] = [() => front.close()];
  const stop = async () => {
    for (const end of stopping.reverse()) await end();
  };

  try {
    const stack = extend(await readStack(settings));
    const start: Start = {
      ...options,
      stack,
      siteUrl: `http://localhost:${front.port}`,
      functions: openFunctions(onProblem, options.bundle),
      onStop: (end) => stopping.push(end),
    };
    const started = await startAll(start, front, (listener) => {
      onRequest = listener;
    });
    return { siteUrl: start.siteUrl, ...started, reloadFunctions: start.functions.reload, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Starts the services in the order of their dependencies, uploads the site as soon as it is built, and then
 * answers requests.
 */
async function startAll(
  start: Start,
  { endpoint, server }: Listening,
  serve: (listener: RequestListener) => void,
): Promise<Pick<LocalCloud, 'services' | 'syncPages'>> {
  const { stack, siteUrl, functions, onStop, onProblem } = start;
  const { invoke } = functions;
  const webSettings = JSON.parse(stack.outputs.WebSettings ?? '{}') as WebSettings;
  const running = await startServices({
    stack,
    folder: cloudFolder(start.dir),
    siteUrl,
    endpoint,
    priceIds: webSettings.priceIds,
    stripeEnvironment: start.stripe,
    mailQuota: start.mailQuota,
    invoke,
    onProblem,
    onStop,
  });
  const { bus, queues: store, cognito, stripe } = running;
  const runner = functions.start(stack, running, siteUrl);
  onStop(() => runner.stop());
  onStop(() => bus.stop());
  const gateway = await startGateway({ routes: stack.routes, jwks: cognito.jwks as Jwks, invoke });
  onStop(() => gateway.close());

  const userPoolEndpoint = `${siteUrl}/__local/cognito`;
  const localSettings: WebSettings = {
    ...webSettings,
    userPoolEndpoint,
    doorbell: { url: `${siteUrl.replace('http:', 'ws:')}${doorbellPath}`, host: 'localhost' },
    priceIds: stripe.priceIds,
  };
  const endpoints = describeEndpoints(stack, running, { siteUrl, webSettings: localSettings });
  const syncPages = () => syncBuild(start, endpoints);
  const pictures = await syncPictures(localS3(endpoints.s3Endpoint), stack.mediaBucket);
  await seedRelease(cloudFolder(start.dir)('sample-release'), endpoints);
  await start.pagesBuilt;
  const uploaded = { pages: await syncPages(), pictures };
  if (start.hasSchedules !== false) bus.start();
  // The first check. After a deployment it follows within five minutes.
  const checks = scheduledFunctions(stack).filter(({ name }) => name === 'publishStatus');
  for (const { queue } of checks) await bus.runScheduled(queue);
  onStop(pollQueues({ store, sources: stack.eventSources, region: stack.region, invoke, onProblem }));

  const services = describeServices(start, running, gateway.endpoint, uploaded);
  server.on('upgrade', connectToDoorbell(running.doorbell));
  serve(answerFor(start, running, { gatewayPort: gateway.port, endpoints, services }));
  await writeDurably(join(start.dir, cloudFiles.endpoints), JSON.stringify(endpoints, null, 2));
  onStop(() => rm(join(start.dir, cloudFiles.endpoints), { force: true }));
  seedArticlesOnce(start, endpoints);
  return { services, syncPages };
}

/** Uploads what the build writes, like a deployment. Returns the number of files of the site. */
async function syncBuild(
  { stack, siteFolder }: Start,
  { s3Endpoint, buildsBucket, webSettings }: LocalEndpoints,
): Promise<number> {
  const s3 = localS3(s3Endpoint);
  await syncResources(s3, buildsBucket);
  return syncSite(s3, stack.siteBucket, siteFolder, {
    'config.json': webSettings,
    [licenseKeyIdsFile]: JSON.parse(stack.outputs.LicenseKeyIds ?? '[]'),
  });
}

function describeServices(
  { stack, siteUrl, siteFolder }: Start,
  { dynamodb, s3, cognito, stripe }: Services,
  gatewayEndpoint: string,
  uploaded: { pages: number; pictures: number },
): Record<string, string> {
  return {
    Site: siteUrl,
    Tables: `${stack.tables.length}, at ${dynamodb.endpoint}`,
    Buckets: `${stack.buckets.length}, at ${s3.endpoint}`,
    'User pool': `${stack.userPool.id}, at ${cognito.endpoint}`,
    API: `${stack.routes.length} routes, at ${gatewayEndpoint}`,
    Functions: `${stack.functions.length}, from dist/lambdas`,
    Pages: `${uploaded.pages} files, from ${siteFolder}`,
    Pictures: `${uploaded.pictures} files, from content/mockups/images`,
    Stripe: stripe.endpoint ? `a fake, at ${stripe.endpoint}` : 'your test account',
  };
}

/** Answers requests for the site and for the local pages. */
function answerFor(
  { stack, siteFolder, functions, servePages }: Start,
  running: Services,
  {
    gatewayPort,
    endpoints: { deadLetterQueues, s3Endpoint },
    services,
  }: { gatewayPort: number; endpoints: LocalEndpoints; services: Record<string, string> },
): RequestListener {
  return answerRequests({
    cognitoEndpoint: running.cognito.endpoint,
    showLocalPage: openLocalPages(stack, running, { deadLetterQueues, services, logs: functions.logs }),
    serveSite: serveDistribution({
      behaviors: allowInlineStyles(stack.behaviors, siteFolder),
      s3: localS3(s3Endpoint),
      gatewayPort,
      resolveSecrets: (value) => resolveSecrets(value, running.secrets.values),
      resolveAttribute: openCustomResources(stack.customResources, functions.invoke),
      invoke: functions.invoke,
    }),
    servePages,
  });
}

/** Publishes our articles at the first start, while the site already responds. */
function seedArticlesOnce({ dir, onProblem, onStop }: Start, endpoints: LocalEndpoints): void {
  const marker = join(dir, cloudFiles.seededArticles);
  // Loading the image library takes 70 ms.
  if (existsSync(marker)) return;
  const ending = new AbortController();
  const { signal } = ending;
  const seeding = import('./seed-articles.ts')
    .then(({ seedArticles }) => seedArticles({ to: localConnection(endpoints), marker, signal }))
    .catch((error: Error) => {
      if (!signal.aborted) onProblem(`The sample articles could not be published: ${error.message}`);
    });
  onStop(() => {
    ending.abort();
    return seeding;
  });
}
