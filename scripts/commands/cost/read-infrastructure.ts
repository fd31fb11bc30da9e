import { type RequestKind, requestKind, sum } from './visit.ts';

interface Resource {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a template says of a resource is known to CloudFormation only.
  Properties?: any;
}

export interface Template {
  Resources: Record<string, Resource>;
}

/**
 * The resources of the stack with a monthly price, and the settings that determine the price of
 * usage.
 */
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
  /** The memory of our own functions, by name. */
  functionMegabytes: Record<string, number>;
  /** The number of scheduled runs per month. */
  scheduledRuns: number;
  /** The queues that Lambda polls for messages. */
  polledQueues: number;
  polledFifoQueues: number;
  logDays: number;
  /** Whether the distribution logs each request, and the API each call. */
  hasAccessLog: boolean;
  hasApiLog: boolean;
  /** The kinds of requests that run a CloudFront Function. */
  kindsWithEdgeFunction: RequestKind[];
  /** The API's limit of calls per second. */
  apiCallsPerSecond: number;
}

/** Resource types that are free, or that cost only by usage. */
const freeTypes = [
  /^AWS::(IAM|ApiGatewayV2|AppSync|CertificateManager)::/,
  /^AWS::Lambda::(Function|Permission|EventInvokeConfig|LayerVersion|Url)$/,
  /^AWS::WAFv2::WebACLAssociation$/,
  /^AWS::S3::(Bucket|BucketPolicy)$/,
  /^AWS::DynamoDB::GlobalTable$/,
  /^AWS::Cognito::UserPool(Group|Client|RiskConfigurationAttachment)?$/,
  /^AWS::CloudFront::(Distribution|Function|CachePolicy|KeyGroup|OriginAccessControl|PublicKey|ResponseHeadersPolicy)$/,
  /^AWS::Events::(EventBus|Rule)$/,
  /^AWS::SQS::(Queue|QueuePolicy)$/,
  /^AWS::SNS::(Topic|TopicPolicy|Subscription)$/,
  /^AWS::SES::(EmailIdentity|ConfigurationSet|ConfigurationSetEventDestination)$/,
  /^AWS::Logs::(LogGroup|ResourcePolicy|Delivery|DeliverySource|DeliveryDestination)$/,
  /^AWS::Route53::RecordSet$/,
  // Parameters of the standard tier are free.
  /^AWS::SSM::Parameter$/,
  // The first two budgets of an account are free, and so are all that only notify:
  // https://aws.amazon.com/aws-cost-management/aws-budgets/pricing/
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
 * Reads the inputs of the cost from the synthesized template, so that they cannot diverge.
 * @throws Error for a resource type that has no known cost
 */
export function readInfrastructure({ Resources: resources }: Template): Infrastructure {
  const all = Object.values(resources);
  const unknown = all
    .map(({ Type }) => Type)
    .filter((type) => !countedTypes.includes(type) && !freeTypes.some((free) => free.test(type)));
  if (unknown.length > 0) {
    throw new Error(
      `scripts/commands/cost/read-infrastructure.ts must define the cost of: ${[...new Set(unknown)].join(', ')}.`,
    );
  }
  const propertiesOf = (type: string) =>
    all.filter(({ Type }) => Type === type).map(({ Properties = {} }) => Properties);
  const [pool] = propertiesOf('AWS::Cognito::UserPool');
  const [stage] = propertiesOf('AWS::ApiGatewayV2::Stage');
  const [distribution] = propertiesOf('AWS::CloudFront::Distribution');
  const firewalls = propertiesOf('AWS::WAFv2::WebACL');
  const filters = propertiesOf('AWS::Logs::MetricFilter');
  const polled = propertiesOf('AWS::Lambda::EventSourceMapping').map(
    ({ EventSourceArn: arn }) => resources[arn['Fn::GetAtt'][0]]?.Properties.FifoQueue === true,
  );
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
    polledQueues: polled.filter((isFifo) => !isFifo).length,
    polledFifoQueues: polled.filter((isFifo) => isFifo).length,
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
 * The number of additional metrics of CloudFront, which cost as much as our own.
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/viewing-cloudfront-metrics.html
 */
const metricsOfMonitoredDistribution = 8;

interface MetricFilter {
  MetricTransformations?: { MetricNamespace: string; MetricName: string }[];
}

/** Counted by metric name, because several filters for one metric cost as much as one. */
const metricsOfFilter = ({ MetricTransformations = [] }: MetricFilter): string[] =>
  MetricTransformations.map(({ MetricNamespace, MetricName }) =>
    JSON.stringify([MetricNamespace, MetricName]),
  );

/** CloudWatch charges for each metric in an alarm's expression. */
function metricsOfAlarm({ Metrics = [] }: { Metrics?: { MetricStat?: object }[] }): number {
  return Math.max(1, Metrics.filter(({ MetricStat }) => MetricStat).length);
}

const minutesPerMonth = 730 * 60;
const minutesOf: Record<string, number> = { minute: 1, hour: 60, day: 24 * 60 };

/** @throws Error for a schedule that is not a rate */
function runsOfRule({ ScheduleExpression: schedule }: { ScheduleExpression?: string }): number {
  if (!schedule) return 0;
  const [, count, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(schedule) ?? [];
  const minutes = Number(count) * (minutesOf[unit] ?? Number.NaN);
  if (!Number.isFinite(minutes)) throw new Error(`The schedule ${schedule} is not a rate.`);
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
    // Other paths with a behavior of their own have too few requests to count.
    .filter((kind) => kind !== 'page');
  const byDefault: RequestKind[] = ['page', 'icon', 'settings'];
  return [...new Set([...byPath, ...(hasFunction(config?.DefaultCacheBehavior ?? {}) ? byDefault : [])])];
}
