import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { JwtVerifier } from 'aws-jwt-verify';
import type { Jwks } from 'aws-jwt-verify/jwk';
import type { SalesTax } from '../contract/rules/sales-tax.ts';
import { localCredentials } from '../scripts/commands/stage/connect.ts';
import { startAwsServices } from './aws-services.ts';
import type { CloudFolder } from './cloud-folder.ts';
import { type Caller, openEventApi } from './fakes/appsync/event-api.ts';
import { openAlarmStates } from './fakes/cloudwatch/alarm-states.ts';
import { answerCloudWatch } from './fakes/cloudwatch/answer-cloudwatch.ts';
import { openMetricStore } from './fakes/cloudwatch/metric-store.ts';
import { codeEncryption } from './fakes/cognito/encrypt-code.ts';
import { startCognito } from './fakes/cognito/start-cognito.ts';
import { startDynamodb } from './fakes/dynamodb/start-dynamodb.ts';
import { type EventBus, openEventBus } from './fakes/eventbridge/event-bus.ts';
import { openKeyService } from './fakes/kms/key-service.ts';
import type { Invoke } from './fakes/lambda/lambda-runner.ts';
import { startS3 } from './fakes/s3/start-s3.ts';
import { openSecrets } from './fakes/secrets-manager/secrets.ts';
import { openMailService } from './fakes/ses/mail-service.ts';
import { openMailbox } from './fakes/ses/mailbox.ts';
import type { MailQuota } from './fakes/ses/sending-quota.ts';
import { openQueueStore } from './fakes/sqs/queue-store.ts';
import { keepSecret } from './keep-secret.ts';
import type { LocalStack } from './read-stack.ts';
import { openStripeAccount, type StripeAccount } from './seed-stripe.ts';

export interface StartOptions {
  stack: LocalStack;
  folder: CloudFolder;
  /** The address of the site for people. */
  siteUrl: string;
  /** The address of the site for programs. */
  endpoint: string;
  /** The offers that the site sells. */
  priceIds: Parameters<typeof openStripeAccount>[0]['priceIds'];
  stripeEnvironment: Parameters<typeof openStripeAccount>[0]['environment'];
  /** How much SES lets the site send. */
  mailQuota?: Partial<MailQuota>;
  /** Works as soon as the functions run. */
  invoke: Invoke;
  onProblem: (message: string) => void;
  /** Collects the functions that stop the services, in the order of their starts. */
  onStop: (end: () => unknown) => void;
}

export type Services = Awaited<ReturnType<typeof startServices>>;

/** Starts every service that functions and browsers call, except the functions and the gateway. */
export async function startServices(options: StartOptions) {
  const messaging = await openMessaging(options);
  const [dynamodb, s3, stripe] = await Promise.all([
    startDynamodb({ dir: options.folder('tables'), tables: options.stack.tables }),
    startBuckets(options, messaging.bus),
    openStripeAccount({
      dir: options.folder('stripe'),
      webhookUrl: `${options.endpoint}/api/stripeWebhook`,
      priceIds: options.priceIds,
      salesTax: readVariable(options.stack, 'SALES_TAX') as SalesTax,
      environment: options.stripeEnvironment,
    }),
  ]);
  for (const { stop } of [dynamodb, s3, stripe]) options.onStop(stop);
  const secrets = await openStackSecrets(options, stripe);
  const metrics = await openMetricStore(join(options.folder('metrics'), 'metrics.jsonl'));
  const readQueue = (name: string) => messaging.queues.list(name).map(({ message }) => message.sentAt);
  const states = openAlarmStates((source, type, detail) =>
    messaging.bus.put('default', source, type, detail),
  );
  const monitoring = { store: metrics, alarms: options.stack.alarms, states, readQueue };
  // The user pool starts later, because it needs the other services.
  let verifyToken: (token: string) => Promise<Caller | undefined> = async () => undefined;
  const doorbell = openEventApi({
    namespaces: options.stack.channelNamespaces,
    verifyToken: (token) => verifyToken(token),
  });
  options.onStop(doorbell.stop);
  const awsServices = await startAwsServices({
    publishToChannel: doorbell.publish,
    ...messaging,
    secrets,
    keys: openKeyService(
      await keepSecret(join(options.folder('accounts'), 'code-key')),
      options.stack.userPool.codeKeyArn,
      options.stack.signingKeys,
    ),
    answerMetrics: (target, request) => answerCloudWatch(monitoring, target, request),
    parameters: localParameters(options),
  });
  options.onStop(() => awsServices.close());
  const cognito = await startUserPool(options, awsServices.endpoint);
  options.onStop(cognito.stop);
  verifyToken = tokenVerifier(options.stack, cognito.jwks as Jwks);
  return { ...messaging, dynamodb, s3, stripe, secrets, metrics, monitoring, awsServices, cognito, doorbell };
}

/** Verifies tokens of a user pool. */
export function tokenVerifier(
  { region, userPool }: { region: string; userPool: { id: string; client: { id: string } } },
  jwks: Jwks,
) {
  const issuer = `https://cognito-idp.${region}.amazonaws.com/${userPool.id}`;
  const verifier = JwtVerifier.create({ issuer, audience: null, jwksUri: `${issuer}/.well-known/jwks.json` });
  verifier.cacheJwks(jwks);
  return (token: string) =>
    verifier.verify(token).then(
      (claims) =>
        (claims.client_id ?? claims.aud) === userPool.client.id ? (claims as unknown as Caller) : undefined,
      () => undefined,
    );
}

/** Starts queues, buses and mail, whose data is on disk. */
async function openMessaging({ stack, folder, mailQuota, onProblem }: StartOptions) {
  const mailbox = await openMailbox(folder('mail'));
  const queues = await openQueueStore({ dir: folder('queues'), queues: stack.queues });
  const bus = openEventBus({
    region: stack.region,
    rules: stack.rules,
    schedules: stack.schedules,
    queues,
    onProblem,
  });
  const mailer = openMailService({
    dir: folder('mail'),
    mailbox,
    bus,
    settings: stack.mail,
    quota: mailQuota,
    onProblem,
  });
  return { mailbox, queues, bus, mailer };
}

/** The parameters of the stack. The address of the distribution is the address of this machine. */
function localParameters({ stack, siteUrl }: StartOptions): Record<string, string> {
  const localValue = (value: string) => (value === stack.outputs.SiteUrl ? siteUrl : value);
  return Object.fromEntries(
    Object.entries(stack.parameters).map(([name, value]) => [name, localValue(value)]),
  );
}

function startBuckets({ stack, folder }: StartOptions, bus: EventBus) {
  return startS3({
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
  });
}

async function openStackSecrets({ stack, folder }: StartOptions, stripe: StripeAccount) {
  return openSecrets(join(folder('stripe'), 'secrets.json'), {
    ...Object.fromEntries(stack.generatedSecrets.map((arn) => [arn, randomBytes(32).toString('hex')])),
    [readVariable(stack, 'STRIPE_SECRET_KEY_ARN')]: stripe.secretKey,
    [readVariable(stack, 'STRIPE_WEBHOOK_SECRET_ARN')]: stripe.webhookSecret,
    [readVariable(stack, 'LINK_KEY_ARN')]: await keepSecret(join(folder('mail'), 'unsubscribe-key')),
  });
}

function startUserPool({ stack: { region, userPool }, folder, invoke }: StartOptions, kmsEndpoint: string) {
  return startCognito({
    dir: folder('accounts'),
    issuerDomain: `https://cognito-idp.${region}.amazonaws.com`,
    pool: userPool,
    client: userPool.client,
    serverClientId: userPool.serverClientId,
    groups: userPool.groups,
    triggers: userPool.triggers.map(({ name }) => name),
    trigger: (name, event) =>
      invoke(userPool.triggers.find((trigger) => trigger.name === name)?.functionId ?? '', event),
    encryptCode: codeEncryption({
      endpoint: kmsEndpoint,
      credentials: localCredentials,
      keyArn: userPool.codeKeyArn,
      poolId: userPool.id,
    }),
  });
}

/** Returns the value of an environment variable that is the same in each function that has it. */
export function readVariable({ functions }: LocalStack, name: string): string {
  return functions.map(({ environment }) => environment[name]).find(Boolean) ?? '';
}
