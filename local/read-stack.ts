import { region } from '../lib/stages.ts';
import type { Resource, Template } from '../scripts/build/keep-template.ts';
import { type CustomResource, describeCustomResources } from './custom-resources.ts';
import { describeAlarms, describeMetricFilters } from './describe-monitoring.ts';
import { describeUserPool, type LocalUserPool } from './describe-user-pool.ts';
import type { ApiRoute } from './fakes/api-gateway/gateway.ts';
import type { ChannelNamespace } from './fakes/appsync/event-api.ts';
import type { Behavior } from './fakes/cloudfront/behavior.ts';
import type { LocalAlarm } from './fakes/cloudwatch/answer-cloudwatch.ts';
import type { MetricFilter } from './fakes/cloudwatch/metric-filters.ts';
import type { TableDescription } from './fakes/dynamodb/start-dynamodb.ts';
import type { Rule, Schedule } from './fakes/eventbridge/event-bus.ts';
import type { SigningKey } from './fakes/kms/signing-keys.ts';
import type { LocalFunction } from './fakes/lambda/lambda-runner.ts';
import type { VersionedBucket } from './fakes/s3/object-store.ts';
import type { MailSettings } from './fakes/ses/mail-service.ts';
import type { EventSource } from './fakes/sqs/poll-queues.ts';
import type { QueueDescription } from './fakes/sqs/queue-store.ts';
import { localName, type Named } from './local-name.ts';
import { type LocalSettings, readLocalTemplate } from './local-template.ts';
import { readDistribution } from './read-distribution.ts';
import { readTables } from './read-tables.ts';

/** The resources of the stack, with their names on this machine. */
export interface LocalStack {
  region: string;
  tables: TableDescription[];
  buckets: { name: string; announcesUploads: boolean }[];
  versionedBuckets: VersionedBucket[];
  functions: LocalFunction[];
  queues: QueueDescription[];
  /** The functions that queues invoke. */
  eventSources: EventSource[];
  /** The parameters of Systems Manager, by name. */
  parameters: Record<string, string>;
  /** The ARNs of the secrets that Secrets Manager generates during a deployment. */
  generatedSecrets: string[];
  signingKeys: SigningKey[];
  customResources: CustomResource[];
  rules: Rule[];
  schedules: Schedule[];
  routes: ApiRoute[];
  userPool: LocalUserPool;
  mail: MailSettings;
  metricFilters: MetricFilter[];
  alarms: LocalAlarm[];
  /** The namespaces of the doorbell's channels, with the code that decides who may subscribe. */
  channelNamespaces: ChannelNamespace[];
  behaviors: Behavior[];
  siteBucket: string;
  mediaBucket: string;
  outputs: Record<string, string>;
}

/** Reads the stack that a deployment would create. Needs no build, no account and no network. */
export async function readStack(settings: LocalSettings = {}): Promise<LocalStack> {
  return describe(await readLocalTemplate(settings));
}

function describe({ Resources: resources, Outputs: outputs }: Template): LocalStack {
  const all = (type: string) => Object.entries(resources).filter(([, resource]) => resource.Type === type);
  const only = (type: string): Resource => {
    const [entry] = all(type);
    if (!entry) throw new Error(`The stack has no ${type}.`);
    return entry[1];
  };
  const buckets = all('AWS::S3::Bucket').map(([id, resource]) => {
    const { EventBridgeConfiguration: events } = resource.Properties.NotificationConfiguration ?? {};
    return { name: localName(id, resource), announcesUploads: events?.EventBridgeEnabled === true };
  });
  const behaviors = readDistribution(only('AWS::CloudFront::Distribution'), resources);
  const functions = describeFunctions(all('AWS::Lambda::Function'));
  const bucketBehind = (path: string) => {
    const origin = behaviors.find(({ pathPattern }) => pathPattern === path)?.origin;
    if (!origin || !('bucket' in origin)) throw new Error(`${path} is not served from a bucket.`);
    return origin.bucket;
  };

  return {
    region,
    tables: readTables(resources),
    buckets,
    versionedBuckets: all('AWS::S3::Bucket')
      .filter(([, { Properties: bucket }]) => bucket.VersioningConfiguration?.Status === 'Enabled')
      .map(([id, resource]) => ({
        name: localName(id, resource),
        forgets: forgottenPrefixes(resource),
      })),
    functions,
    queues: all('AWS::SQS::Queue').map(([id, resource]) => describeQueue(id, resource)),
    eventSources: all('AWS::Lambda::EventSourceMapping').map(([, mapping]) => describeEventSource(mapping)),
    generatedSecrets: all('AWS::SecretsManager::Secret').flatMap(([id, resource]) =>
      resource.Properties.GenerateSecretString ? [localName(id, resource)] : [],
    ),
    signingKeys: all('AWS::KMS::Key').flatMap(([id, resource]) => {
      const { KeyUsage: usage, KeySpec: spec } = resource.Properties;
      return usage === 'SIGN_VERIFY' ? [{ arn: localName(id, resource, 'Arn'), spec }] : [];
    }),
    customResources: describeCustomResources(
      Object.entries(resources).filter(([, { Type: type }]) => type.startsWith('Custom::')),
      functions.map(({ id }) => id),
    ),
    parameters: Object.fromEntries(
      all('AWS::SSM::Parameter').map(([, { Properties }]) => [Properties.Name, Properties.Value]),
    ),
    ...describeRules(all('AWS::Events::Rule')),
    routes: describeRoutes(resources, all('AWS::ApiGatewayV2::Route')),
    userPool: describeUserPool(all),
    mail: describeMail(all),
    metricFilters: describeMetricFilters(all('AWS::Logs::MetricFilter'), all('AWS::Lambda::Function')),
    alarms: describeAlarms(all('AWS::CloudWatch::Alarm')),
    channelNamespaces: all('AWS::AppSync::ChannelNamespace').map(([, { Properties }]) => ({
      name: Properties.Name,
      code: Properties.CodeHandlers,
    })),
    behaviors,
    siteBucket: bucketBehind('*'),
    mediaBucket: bucketBehind('/media/*'),
    outputs: Object.fromEntries(
      Object.entries(outputs).map(([name, output]) => [name, String(output.Value)]),
    ),
  };
}

interface RuleTarget {
  Arn: string;
  SqsParameters?: { MessageGroupId?: string };
  /** JSON that the target gets instead of the event. */
  Input?: string;
}

/** Divides the rules into those for events and those for schedules. */
export function describeRules(rules: Named[]): Pick<LocalStack, 'rules' | 'schedules'> {
  const targetsOf = ({ Properties }: Resource): RuleTarget[] => Properties.Targets;
  const targetOf = ({ Arn, SqsParameters: { MessageGroupId: group } = {} }: RuleTarget) => {
    if (!Arn.startsWith('arn:aws:sqs:'))
      throw new Error(`The local cloud supports only queues as targets of rules, not ${Arn}.`);
    return { queue: queueOfArn(Arn), ...(group === undefined ? {} : { group }) };
  };
  return {
    rules: rules.flatMap(([, rule]) => {
      const { EventBusName: bus = 'default', EventPattern: pattern } = rule.Properties;
      return pattern ? { bus, pattern, targets: targetsOf(rule).map(targetOf) } : [];
    }),
    schedules: rules.flatMap(([, rule]) => {
      const { ScheduleExpression: schedule, State: state } = rule.Properties;
      if (!schedule || state === 'DISABLED') return [];
      const everyMilliseconds = readRate(schedule);
      return targetsOf(rule).map((target) => ({
        everyMilliseconds,
        ...targetOf(target),
        event: JSON.parse(target.Input ?? '{}'),
      }));
    }),
  };
}

/** Returns the functions that run regularly, each with the queue that starts it. */
export function scheduledFunctions({
  schedules,
  eventSources,
  functions,
}: Pick<LocalStack, 'schedules' | 'eventSources' | 'functions'>): { name: string; queue: string }[] {
  return eventSources
    .filter((source) => schedules.some(({ queue }) => queue === source.queue))
    .map(({ queue, functionId }) => ({
      name: functions.find(({ id }) => id === functionId)?.name ?? '',
      queue,
    }));
}

const minute = 60 * 1000;
const milliseconds = { minute, hour: 60 * minute, day: 24 * 60 * minute };
/** The longest time that Node's timers support: 24 days, longer than any local cloud runs. */
const longestTimer = 2 ** 31 - 1;

/** @throws Error for a schedule that is not a rate, because it would silently never run */
function readRate(schedule: string): number {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(schedule) ?? [];
  if (!count || !unit) throw new Error(`The local cloud supports only rates, not the schedule ${schedule}.`);
  return Math.min(Number(count) * milliseconds[unit as keyof typeof milliseconds], longestTimer);
}

interface LifecycleRule {
  Prefix?: string;
  NoncurrentVersionExpiration?: object;
}

/** Returns the prefixes of the keys whose previous versions the bucket deletes after some time. */
export function forgottenPrefixes({ Properties: bucket }: Resource): string[] {
  const rules: LifecycleRule[] = bucket.LifecycleConfiguration?.Rules ?? [];
  return rules
    .filter(({ NoncurrentVersionExpiration }) => NoncurrentVersionExpiration)
    .map(({ Prefix = '' }) => Prefix);
}

/** Returns our own functions. Those of CDK's custom resources have no bundle of ours. */
function describeFunctions(functions: Named[]): LocalFunction[] {
  return functions.flatMap(([logicalId, resource]) => {
    const name = resource.Properties.Environment?.Variables.POWERTOOLS_SERVICE_NAME;
    const bundleFolder = resource.Metadata?.['aws:asset:path'];
    if (!name || typeof bundleFolder !== 'string') return [];
    const id = localName(logicalId, resource);
    return {
      id,
      name,
      bundleFolder,
      timeoutSeconds: resource.Properties.Timeout,
      environment: resource.Properties.Environment.Variables,
    };
  });
}

const queueOfArn = (arn: string) => arn.split(':').at(-1) ?? '';

function describeQueue(logicalId: string, resource: Resource): QueueDescription {
  const { FifoQueue: isFifo = false, VisibilityTimeout = 30, RedrivePolicy: redrive } = resource.Properties;
  return {
    name: localName(logicalId, resource, 'QueueName'),
    isFifo,
    ...(resource.Properties.ContentBasedDeduplication ? { deduplicatesByContent: true } : {}),
    visibilitySeconds: VisibilityTimeout,
    ...(redrive
      ? {
          deadLetters: {
            queue: queueOfArn(redrive.deadLetterTargetArn),
            maxReceives: redrive.maxReceiveCount,
          },
        }
      : {}),
  };
}

function describeEventSource({ Properties: mapping }: Resource): EventSource {
  return {
    queue: queueOfArn(mapping.EventSourceArn),
    functionId: mapping.FunctionName,
    batchSize: mapping.BatchSize,
    maxConcurrency: mapping.ScalingConfig?.MaximumConcurrency ?? 5,
    reportsFailures: (mapping.FunctionResponseTypes ?? []).includes('ReportBatchItemFailures'),
  };
}

function describeRoutes(resources: Record<string, Resource>, routes: Named[]): ApiRoute[] {
  const byName = new Map(
    Object.entries(resources).map(([id, resource]) => [localName(id, resource), resource]),
  );
  return routes.map(([, { Properties: route }]) => {
    const [method, path] = route.RouteKey.split(' ');
    const integration = byName.get(route.Target.replace('integrations/', ''));
    const authorizer = byName.get(route.AuthorizerId)?.Properties.JwtConfiguration;
    return {
      method,
      path,
      functionId: integration?.Properties.IntegrationUri,
      ...(authorizer ? { authorizer: { issuer: authorizer.Issuer, audience: authorizer.Audience } } : {}),
    };
  });
}

/** Returns what SES does with every email. The stack has one sender. */
function describeMail(all: (type: string) => Named[]): MailSettings {
  const [identity] = all('AWS::SES::EmailIdentity');
  const name = identity?.[1].Properties.ConfigurationSetAttributes.ConfigurationSetName;
  const set = all('AWS::SES::ConfigurationSet').find((resource) => localName(...resource) === name);
  const destinations = all('AWS::SES::ConfigurationSetEventDestination').filter(
    ([, { Properties }]) => Properties.ConfigurationSetName === name,
  );
  return {
    configurationSet: name,
    suppressedReasons: set?.[1].Properties.SuppressionOptions?.SuppressedReasons ?? [],
    publishedEvents: destinations.flatMap(([, { Properties }]) =>
      // The CDK writes `renderingFailure`, and the API of SES `RENDERING_FAILURE`.
      Properties.EventDestination.MatchingEventTypes.map((type: string) =>
        type.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase(),
      ),
    ),
  };
}
