import type { Template } from '../../scripts/build/keep-template.ts';
import { type Deployed, type Properties, resolveNames } from './deployed-resources.ts';
import { capacityOf } from './firewall-capacity.ts';
import { inlinePolicySizes, invokerPolicySizes, policySize, sizeOf } from './size-of-policies.ts';

/** The largest value of a stage, and what AWS allows without a request. */
export interface SizeQuota {
  name: string;
  value: number;
  quota: number;
  source: string;
}

const docs = 'https://docs.aws.amazon.com';
const sources = {
  apiGateway: `${docs}/apigateway/latest/developerguide/http-api-quotas.html`,
  appSync: `${docs}/appsync/latest/APIReference/API_CreateChannelNamespace.html`,
  appSyncApi: `${docs}/appsync/latest/APIReference/API_CreateApi.html`,
  cloudFormation: `${docs}/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html`,
  cloudFront: `${docs}/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html`,
  cloudWatch: `${docs}/AmazonCloudWatch/latest/monitoring/cloudwatch_limits.html`,
  cognito: `${docs}/cognito/latest/developerguide/quotas.html`,
  dashboard: `${docs}/AmazonCloudWatch/latest/APIReference/API_PutDashboard.html`,
  deliveryDestination: `${docs}/AmazonCloudWatchLogs/latest/APIReference/API_PutDeliveryDestination.html`,
  dynamodb: `${docs}/amazondynamodb/latest/developerguide/ServiceQuotas.html`,
  eventBridge: `${docs}/eventbridge/latest/userguide/eb-quota.html`,
  iam: `${docs}/IAM/latest/UserGuide/reference_iam-quotas.html`,
  kms: `${docs}/kms/latest/developerguide/resource-limits.html`,
  lambda: `${docs}/lambda/latest/dg/gettingstarted-limits.html`,
  logs: `${docs}/AmazonCloudWatch/latest/logs/cloudwatch_limits_cwl.html`,
  s3: `${docs}/AmazonS3/latest/userguide/bucket-policies.html`,
  s3Lifecycle: `${docs}/AmazonS3/latest/userguide/object-lifecycle-mgmt.html`,
  ses: `${docs}/ses/latest/dg/quotas.html`,
  sqs: `${docs}/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-policies.html`,
  ssm: `${docs}/systems-manager/latest/userguide/parameter-store-advanced-parameters.html`,
  ssmName: `${docs}/systems-manager/latest/APIReference/API_PutParameter.html`,
  waf: `${docs}/waf/latest/developerguide/limits.html`,
} as const;

/** The sizes of the stacks of one stage that AWS limits. */
export function measureSizes(templates: Record<string, Template>): SizeQuota[] {
  const resources = resolveNames(templates);
  return [
    ...sizesOfTemplates(templates),
    ...sizesOfPolicies(resources),
    ...sizesOfEventsAndRoutes(resources),
    ...sizesOfDelivery(resources),
    ...sizesOfAccountsAndTables(resources),
    ...sizesOfMonitoring(resources),
    ...sizesOfOthers(resources),
    ...lengthsOfNames(resources),
  ];
}

/** The largest of each size over several stages. */
export function largestSizes(stages: SizeQuota[][]): SizeQuota[] {
  const byName = Map.groupBy(stages.flat(), ({ name }) => name);
  return [...byName.values()].flatMap((sizes) => sizes.toSorted((a, b) => b.value - a.value).slice(0, 1));
}

function quota(source: keyof typeof sources, name: string, limit: number, values: number[]): SizeQuota {
  return { name, value: Math.max(0, ...values), quota: limit, source: sources[source] };
}

function select(resources: Deployed[]) {
  const properties = (type: string): Properties[] =>
    resources.flatMap(({ resource }) => (resource.Type === type ? [resource.Properties] : []));
  return { properties, count: (type: string) => [properties(type).length] };
}

function sizesOfTemplates(templates: Record<string, Template>): SizeQuota[] {
  const all = Object.values(templates) as (Template & { Parameters?: object; Description?: string })[];
  const counts = (part: 'Resources' | 'Outputs' | 'Parameters') =>
    all.map((one) => Object.keys(one[part] ?? {}).length);
  return [
    quota('cloudFormation', 'Template, bytes', 1_048_576, all.map(sizeOfTemplate)),
    quota('cloudFormation', 'Resources of a stack', 500, counts('Resources')),
    quota('cloudFormation', 'Outputs of a stack', 200, counts('Outputs')),
    quota(
      'cloudFormation',
      'Name of a stack, characters',
      128,
      Object.keys(templates).map((name) => name.length),
    ),
    quota('cloudFormation', 'Parameters of a stack', 200, counts('Parameters')),
    quota(
      'cloudFormation',
      'Description of a stack, bytes',
      1024,
      all.map((one) => one.Description?.length ?? 0),
    ),
    quota(
      'cloudFormation',
      'Logical id, characters',
      255,
      all.flatMap((one) => Object.keys(one.Resources).map((id) => id.length)),
    ),
  ];
}

/** The size after upload: a deployment replaces the path of each asset with the asset's name. */
function sizeOfTemplate(template: Template): number {
  const assetName = `asset.${'0'.repeat(64)}`;
  return sizeOf(
    JSON.parse(JSON.stringify(template, (key, value) => (key === 'aws:asset:path' ? assetName : value))),
  );
}

function sizesOfPolicies(resources: Deployed[]): SizeQuota[] {
  const { properties, count } = select(resources);
  return [
    quota('iam', 'Inline policies of a role, characters', 10_240, inlinePolicySizes(resources)),
    quota(
      'iam',
      'Trust policy of a role, characters',
      2048,
      properties('AWS::IAM::Role').map((role) => sizeOf(role.AssumeRolePolicyDocument)),
    ),
    quota('iam', 'Roles of a stage; an account has 1,000', 1000, count('AWS::IAM::Role')),
    quota(
      'lambda',
      'Environment of a function, bytes',
      4096,
      properties('AWS::Lambda::Function').map(environmentSize),
    ),
    quota('lambda', 'Resource policy of a function, bytes', 20_480, invokerPolicySizes(resources)),
    quota(
      'kms',
      'Policy of a key, bytes',
      32_768,
      properties('AWS::KMS::Key').map((key) => sizeOf(key.KeyPolicy)),
    ),
    quota('s3', 'Policy of a bucket, bytes', 20_480, properties('AWS::S3::BucketPolicy').map(policySize)),
    quota(
      's3Lifecycle',
      'Lifecycle rules of a bucket',
      1000,
      properties('AWS::S3::Bucket').map((bucket) => countOf(bucket.LifecycleConfiguration?.Rules)),
    ),
    quota('sqs', 'Policy of a queue, bytes', 8192, properties('AWS::SQS::QueuePolicy').map(policySize)),
  ];
}

function sizesOfEventsAndRoutes(resources: Deployed[]): SizeQuota[] {
  const { properties, count } = select(resources);
  const rules = properties('AWS::Events::Rule');
  return [
    quota(
      'eventBridge',
      'Event pattern of a rule, characters',
      2048,
      rules.map((rule) => sizeOf(rule.EventPattern ?? {})),
    ),
    quota(
      'eventBridge',
      'Targets of a rule',
      5,
      rules.map((rule) => countOf(rule.Targets)),
    ),
    quota(
      'eventBridge',
      'Rules of a bus',
      300,
      countBy(rules, (rule) => rule.EventBusName ?? 'default'),
    ),
    quota('apiGateway', 'Routes of the API', 300, count('AWS::ApiGatewayV2::Route')),
    quota('apiGateway', 'Integrations of the API', 300, count('AWS::ApiGatewayV2::Integration')),
    quota('apiGateway', 'Authorizers of the API', 10, count('AWS::ApiGatewayV2::Authorizer')),
  ];
}

function sizesOfDelivery(resources: Deployed[]): SizeQuota[] {
  const { properties, count } = select(resources);
  const distributions = properties('AWS::CloudFront::Distribution').map((one) => one.DistributionConfig);
  const headers = properties('AWS::CloudFront::ResponseHeadersPolicy').map(headersOf);
  return [
    quota(
      'cloudFront',
      'Cache behaviors of the distribution',
      75,
      distributions.map((one) => 1 + countOf(one.CacheBehaviors)),
    ),
    quota(
      'cloudFront',
      'Origins of the distribution',
      100,
      distributions.map((one) => countOf(one.Origins)),
    ),
    quota(
      'cloudFront',
      'Size of a function, bytes',
      10_240,
      properties('AWS::CloudFront::Function').map((one) => Buffer.byteLength(one.FunctionCode)),
    ),
    quota('cloudFront', 'Functions of a stage; an account has 100', 100, count('AWS::CloudFront::Function')),
    quota(
      'cloudFront',
      'Value of a response header, characters',
      1783,
      headers.flat().map(({ value }) => value.length),
    ),
    quota(
      'cloudFront',
      'Custom headers of a response headers policy',
      10,
      properties('AWS::CloudFront::ResponseHeadersPolicy').map((one) =>
        countOf(one.ResponseHeadersPolicyConfig.CustomHeadersConfig?.Items),
      ),
    ),
    quota(
      'cloudFront',
      'All custom headers of a response headers policy, characters',
      10_240,
      headers.map((list) => list.reduce((sum, { name, value }) => sum + name.length + value.length, 0)),
    ),
    quota(
      'cloudFront',
      'Response headers policies of a stage; an account has 20',
      20,
      count('AWS::CloudFront::ResponseHeadersPolicy'),
    ),
    quota(
      'cloudFront',
      'Cache policies of a stage; an account has 20',
      20,
      count('AWS::CloudFront::CachePolicy'),
    ),
    // A web ACL may use 5,000, but AWS charges more from here on.
    quota('waf', 'Capacity of a web ACL, WCU', 1500, properties('AWS::WAFv2::WebACL').map(capacityOf)),
  ];
}

function sizesOfAccountsAndTables(resources: Deployed[]): SizeQuota[] {
  const { properties, count } = select(resources);
  return [
    quota('cognito', 'Clients of the user pool', 1000, count('AWS::Cognito::UserPoolClient')),
    quota('cognito', 'Groups of the user pool', 10_000, count('AWS::Cognito::UserPoolGroup')),
    quota(
      'cognito',
      'Custom attributes of the user pool',
      50,
      properties('AWS::Cognito::UserPool').map((pool) => countOf(pool.Schema)),
    ),
    quota(
      'dynamodb',
      'Indexes of a table',
      20,
      properties('AWS::DynamoDB::GlobalTable').map((table) => countOf(table.GlobalSecondaryIndexes)),
    ),
  ];
}

function sizesOfMonitoring(resources: Deployed[]): SizeQuota[] {
  const { properties } = select(resources);
  return [
    quota(
      'cloudWatch',
      'Widgets of the dashboard',
      500,
      properties('AWS::CloudWatch::Dashboard').map(countWidgets),
    ),
    quota(
      'cloudWatch',
      'Metrics of the dashboard',
      2500,
      properties('AWS::CloudWatch::Dashboard').map(countMetrics),
    ),
    quota(
      'cloudWatch',
      'Actions of an alarm',
      5,
      properties('AWS::CloudWatch::Alarm').map((alarm) => countOf(alarm.AlarmActions)),
    ),
    quota(
      'logs',
      'Metric filters of a log group',
      100,
      countBy(properties('AWS::Logs::MetricFilter'), (one) => one.LogGroupName),
    ),
  ];
}

function sizesOfOthers(resources: Deployed[]): SizeQuota[] {
  const { properties, count } = select(resources);
  return [
    quota(
      'appSync',
      'Code of a channel namespace, characters',
      32_768,
      properties('AWS::AppSync::ChannelNamespace').map((one) => one.CodeHandlers.length),
    ),
    quota(
      'ssm',
      'Value of a parameter, bytes',
      4096,
      properties('AWS::SSM::Parameter').map((one) => one.Value.length),
    ),
    quota(
      'ses',
      'Event destinations of a configuration set',
      10,
      count('AWS::SES::ConfigurationSetEventDestination'),
    ),
  ];
}

/** The names that we choose. CloudFormation shortens the others by itself, and CDK the names of CloudFront. */
function lengthsOfNames(resources: Deployed[]): SizeQuota[] {
  const lengths = (type: string, property: string): number[] =>
    resources.flatMap(({ resource }) => {
      const name = resource.Type === type ? resource.Properties?.[property] : undefined;
      return typeof name === 'string' ? [name.length] : [];
    });
  return [
    quota('eventBridge', 'Name of the bus, characters', 256, lengths('AWS::Events::EventBus', 'Name')),
    quota('appSyncApi', 'Name of the doorbell, characters', 50, lengths('AWS::AppSync::Api', 'Name')),
    quota('cloudWatch', 'Name of an alarm, characters', 255, lengths('AWS::CloudWatch::Alarm', 'AlarmName')),
    quota('logs', 'Name of a log delivery, characters', 60, lengths('AWS::Logs::DeliverySource', 'Name')),
    quota(
      'deliveryDestination',
      'Name of a destination of logs, characters',
      60,
      lengths('AWS::Logs::DeliveryDestination', 'Name'),
    ),
    quota(
      'appSync',
      'Name of a channel namespace, characters',
      50,
      lengths('AWS::AppSync::ChannelNamespace', 'Name'),
    ),
    quota(
      'ssmName',
      'Name of a parameter with its ARN, characters',
      1011,
      lengths('AWS::SSM::Parameter', 'Name').map((length) => length + parameterArnLength),
    ),
    quota(
      'dashboard',
      'Name of the dashboard, characters',
      255,
      lengths('AWS::CloudWatch::Dashboard', 'DashboardName'),
    ),
  ];
}

/** The part of an ARN before the name of a parameter. */
const parameterArnLength = 'arn:aws:ssm:us-east-1:123456789012:parameter'.length;

function environmentSize({ Environment: environment }: Properties): number {
  return sizeOf(environment?.Variables ?? {});
}

function countOf(list: unknown[] | undefined): number {
  return list?.length ?? 0;
}

function countBy(list: Properties[], key: (one: Properties) => string): number[] {
  return [...Map.groupBy(list, key).values()].map((group) => group.length);
}

/** The headers of a response headers policy that have a text of ours. */
function headersOf({ ResponseHeadersPolicyConfig: config }: Properties): { name: string; value: string }[] {
  const policy = config.SecurityHeadersConfig?.ContentSecurityPolicy?.ContentSecurityPolicy;
  const custom: Properties[] = config.CustomHeadersConfig?.Items ?? [];
  return [
    ...(policy ? [{ name: 'Content-Security-Policy', value: policy }] : []),
    ...custom.map(({ Header, Value }) => ({ name: Header, value: Value })),
  ];
}

function widgetsOf({ DashboardBody: body }: Properties): Properties[] {
  return JSON.parse(body).widgets;
}

function countWidgets(dashboard: Properties): number {
  return widgetsOf(dashboard).length;
}

function countMetrics(dashboard: Properties): number {
  return widgetsOf(dashboard).reduce((sum, { properties }) => sum + countOf(properties.metrics), 0);
}
