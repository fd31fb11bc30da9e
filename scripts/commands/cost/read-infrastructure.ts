import { type RequestKind, requestKind, sum } from './visit.ts';

interface Resource {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a template says of a resource is known to CloudFormation only.
  Properties?: any;
}

export interface Template {
  Resources: Record<string, Resource>;
}

/** What the stack has that costs by the month, or by which a use becomes a cost. */
export interface Infrastructure {
  keys: number;
  secrets: number;
  firewalls: number;
  firewallRules: number;
  metrics: number;
  alarmMetrics: number;
  dashboards: number;
  tables: number;
  userPoolPlan: 'LITE' | 'ESSENTIALS' | 'PLUS';
  /** Of our own functions, by name. */
  functionMegabytes: Record<string, number>;
  /** What runs by itself, and how often a month. */
  scheduledRuns: number;
  /** The queues that Lambda polls for messages. */
  polledQueues: number;
  logDays: number;
  /** Whether each request that the distribution answers is written down, and each call of the API. */
  hasAccessLog: boolean;
  hasApiLog: boolean;
  /** The kinds of requests on which a CloudFront Function runs. */
  kindsWithEdgeFunction: RequestKind[];
  /** Calls per second that the API takes. */
  apiCallsPerSecond: number;
}

/** What costs nothing by itself, or only by its use. */
const freeTypes = [
  /^AWS::(IAM|ApiGatewayV2|CertificateManager)::/,
  /^AWS::Lambda::(Function|Permission|EventInvokeConfig|LayerVersion|Url)$/,
  /^AWS::WAFv2::WebACLAssociation$/,
  /^AWS::S3::(Bucket|BucketPolicy)$/,
  /^AWS::DynamoDB::GlobalTable$/,
  /^AWS::Cognito::UserPool(Group|Client|RiskConfigurationAttachment)?$/,
  /^AWS::CloudFront::(Distribution|Function|CachePolicy|OriginAccessControl|ResponseHeadersPolicy)$/,
  /^AWS::Events::(EventBus|Rule)$/,
  /^AWS::SQS::(Queue|QueuePolicy)$/,
  /^AWS::SNS::(Topic|TopicPolicy|Subscription)$/,
  /^AWS::SES::(EmailIdentity|ConfigurationSet|ConfigurationSetEventDestination)$/,
  /^AWS::Logs::(LogGroup|ResourcePolicy|Delivery|DeliverySource|DeliveryDestination)$/,
  /^AWS::Route53::RecordSet$/,
  // A parameter of the standard tier.
  /^AWS::SSM::Parameter$/,
  // The first two of an account are free, and so are all that only tell: https://aws.amazon.com/aws-cost-management/aws-budgets/pricing/
  /^AWS::Budgets::Budget$/,
  /^AWS::CDK::Metadata$/,
  /^Custom::/,
];
const countedTypes = [
  'AWS::KMS::Key',
  'AWS::SecretsManager::Secret',
  'AWS::WAFv2::WebACL',
  'AWS::Logs::MetricFilter',
  'AWS::CloudFront::MonitoringSubscription',
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::Lambda::EventSourceMapping',
];

/**
 * Reads from the synthesized template what the cost depends on, so that it cannot drift away.
 * @throws Error on a kind of resource whose cost nobody has thought of yet
 */
export function readInfrastructure({ Resources: resources }: Template): Infrastructure {
  const all = Object.values(resources);
  const unknown = all
    .map(({ Type }) => Type)
    .filter((type) => !countedTypes.includes(type) && !freeTypes.some((free) => free.test(type)));
  if (unknown.length > 0) {
    throw new Error(
      `scripts/commands/cost/read-infrastructure.ts has to say what these cost: ${[...new Set(unknown)].join(', ')}.`,
    );
  }
  const propertiesOf = (type: string) =>
    all.filter(({ Type }) => Type === type).map(({ Properties = {} }) => Properties);
  const [pool] = propertiesOf('AWS::Cognito::UserPool');
  const [stage] = propertiesOf('AWS::ApiGatewayV2::Stage');
  const [distribution] = propertiesOf('AWS::CloudFront::Distribution');
  const firewalls = propertiesOf('AWS::WAFv2::WebACL');
  const filters = propertiesOf('AWS::Logs::MetricFilter');
  return {
    keys: propertiesOf('AWS::KMS::Key').length,
    secrets: propertiesOf('AWS::SecretsManager::Secret').length,
    firewalls: firewalls.length,
    firewallRules: sum(firewalls.map(({ Rules = [] }) => Rules.length)),
    metrics:
      new Set(filters.flatMap(metricsOfFilter)).size +
      propertiesOf('AWS::CloudFront::MonitoringSubscription').length * metricsOfMonitoredDistribution,
    alarmMetrics: sum(propertiesOf('AWS::CloudWatch::Alarm').map(metricsOfAlarm)),
    dashboards: propertiesOf('AWS::CloudWatch::Dashboard').length,
    tables: propertiesOf('AWS::DynamoDB::GlobalTable').length,
    userPoolPlan: pool?.UserPoolTier ?? 'ESSENTIALS',
    functionMegabytes: Object.fromEntries(
      propertiesOf('AWS::Lambda::Function').flatMap(({ Environment, MemorySize = 128 }) => {
        const name = Environment?.Variables?.POWERTOOLS_SERVICE_NAME;
        return name ? [[name, MemorySize]] : [];
      }),
    ),
    scheduledRuns: sum(propertiesOf('AWS::Events::Rule').map(runsOfRule)),
    polledQueues: propertiesOf('AWS::Lambda::EventSourceMapping').length,
    logDays: Math.max(
      0,
      ...propertiesOf('AWS::Logs::LogGroup').map(({ RetentionInDays = 0 }) => RetentionInDays),
    ),
    hasAccessLog: propertiesOf('AWS::Logs::Delivery').length > 0,
    hasApiLog: stage?.AccessLogSettings !== undefined,
    kindsWithEdgeFunction: kindsWithEdgeFunction(distribution?.DistributionConfig),
    apiCallsPerSecond: stage?.DefaultRouteSettings?.ThrottlingRateLimit ?? 10_000,
  };
}

/**
 * What CloudFront adds to its own metrics on request, at the price of ours.
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/viewing-cloudfront-metrics.html
 */
const metricsOfMonitoredDistribution = 8;

interface MetricFilter {
  MetricTransformations?: { MetricNamespace: string; MetricName: string }[];
}

/** By name: of several filters that count for one metric, one is paid. */
const metricsOfFilter = ({ MetricTransformations = [] }: MetricFilter): string[] =>
  MetricTransformations.map(({ MetricNamespace, MetricName }) =>
    JSON.stringify([MetricNamespace, MetricName]),
  );

/** CloudWatch asks for each metric that an alarm's expression is made of. */
function metricsOfAlarm({ Metrics = [] }: { Metrics?: { MetricStat?: object }[] }): number {
  return Math.max(1, Metrics.filter(({ MetricStat }) => MetricStat).length);
}

const minutesPerMonth = 730 * 60;
const minutesOf: Record<string, number> = { minute: 1, hour: 60, day: 24 * 60 };

/** @throws Error on a schedule that is no rate */
function runsOfRule({ ScheduleExpression: schedule }: { ScheduleExpression?: string }): number {
  if (!schedule) return 0;
  const [, count, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(schedule) ?? [];
  const minutes = Number(count) * (minutesOf[unit] ?? Number.NaN);
  if (!Number.isFinite(minutes)) throw new Error(`How often a month is ${schedule}?`);
  return minutesPerMonth / minutes;
}

interface Behavior {
  PathPattern: string;
  FunctionAssociations?: object[];
}

function kindsWithEdgeFunction(config?: {
  CacheBehaviors?: Behavior[];
  DefaultCacheBehavior?: Omit<Behavior, 'PathPattern'>;
}): RequestKind[] {
  const hasFunction = ({ FunctionAssociations = [] }: Omit<Behavior, 'PathPattern'>) =>
    FunctionAssociations.length > 0;
  const byPath = (config?.CacheBehaviors ?? [])
    .filter(hasFunction)
    .map(({ PathPattern }) => requestKind(PathPattern))
    // What has a behavior of its own and is none of the known kinds is asked for too seldom to count.
    .filter((kind) => kind !== 'page');
  const byDefault: RequestKind[] = ['page', 'icon', 'settings'];
  return [...new Set([...byPath, ...(hasFunction(config?.DefaultCacheBehavior ?? {}) ? byDefault : [])])];
}
