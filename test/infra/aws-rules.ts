import type { Resource, Template } from '../../scripts/build/keep-template.ts';
import type { Properties } from './deployed-resources.ts';

/* Rules of AWS that show only over all stacks of a stage, or only when a stage is deployed. */

/**
 * Where we choose a name that AWS accepts only once: in the account, or in the parent, of which a
 * stage has one. Two authorizers of one name: https://github.com/aws/aws-cdk/issues/20170
 */
const uniqueNames: Record<string, (properties: Properties) => unknown> = {
  'AWS::ApiGatewayV2::Api': ({ Name }) => Name,
  'AWS::ApiGatewayV2::Authorizer': ({ Name }) => Name,
  'AWS::ApiGatewayV2::Route': ({ RouteKey }) => RouteKey,
  'AWS::ApiGatewayV2::Stage': ({ StageName }) => StageName,
  'AWS::AppSync::Api': ({ Name }) => Name,
  'AWS::AppSync::ChannelNamespace': ({ Name }) => Name,
  'AWS::Budgets::Budget': ({ Budget }) => Budget.BudgetName,
  'AWS::CloudFront::CachePolicy': ({ CachePolicyConfig }) => CachePolicyConfig.Name,
  'AWS::CloudFront::Function': ({ Name }) => Name,
  'AWS::CloudFront::OriginAccessControl': ({ OriginAccessControlConfig }) => OriginAccessControlConfig.Name,
  'AWS::CloudFront::ResponseHeadersPolicy': ({ ResponseHeadersPolicyConfig }) =>
    ResponseHeadersPolicyConfig.Name,
  'AWS::CloudWatch::Alarm': ({ AlarmName }) => AlarmName,
  'AWS::CloudWatch::Dashboard': ({ DashboardName }) => DashboardName,
  'AWS::Cognito::UserPool': ({ UserPoolName }) => UserPoolName,
  'AWS::Cognito::UserPoolGroup': ({ GroupName }) => GroupName,
  'AWS::DynamoDB::GlobalTable': ({ TableName }) => TableName,
  'AWS::Events::EventBus': ({ Name }) => Name,
  'AWS::Events::Rule': ({ Name }) => Name,
  'AWS::IAM::Policy': ({ PolicyName, Roles }) => [PolicyName, Roles],
  'AWS::IAM::Role': ({ RoleName }) => RoleName,
  'AWS::KMS::Alias': ({ AliasName }) => AliasName,
  'AWS::Lambda::Function': ({ FunctionName }) => FunctionName,
  'AWS::Logs::DeliveryDestination': ({ Name }) => Name,
  'AWS::Logs::DeliverySource': ({ Name }) => Name,
  'AWS::Logs::LogGroup': ({ LogGroupName }) => LogGroupName,
  'AWS::Route53::RecordSet': ({ Name, Type }) => [Name, Type],
  'AWS::S3::Bucket': ({ BucketName }) => BucketName,
  'AWS::SES::ConfigurationSet': ({ Name }) => Name,
  'AWS::SES::EmailIdentity': ({ EmailIdentity }) => EmailIdentity,
  'AWS::SNS::Topic': ({ TopicName }) => TopicName,
  'AWS::SQS::Queue': ({ QueueName }) => QueueName,
  'AWS::SSM::Parameter': ({ Name }) => Name,
  'AWS::SecretsManager::Secret': ({ Name }) => Name,
  'AWS::WAFv2::WebACL': ({ Name }) => Name,
};

const resourcesOf = (templates: Template[]): Resource[] =>
  templates.flatMap(({ Resources }) => Object.values(Resources));

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsIn);

/** The names that two resources, or two exports, of a stage have: `<type> <name>`. */
export function repeatedNames(templates: Template[]): string[] {
  const names = resourcesOf(templates).flatMap(({ Type: type, Properties: properties = {} }) => {
    const name = uniqueNames[type]?.(properties);
    return name === undefined ? [] : [`${type} ${JSON.stringify(name)}`];
  });
  const exports = templates.flatMap(({ Outputs = {} }) =>
    Object.values(Outputs).flatMap(({ Export: exported }) => (exported ? [`Export ${exported.Name}`] : [])),
  );
  const all = [...names, ...exports];
  return [...new Set(all.filter((name, index) => all.indexOf(name) < index))];
}

/** The types of resources whose names we choose and that `uniqueNames` lacks. */
export function typesWithoutUniqueName(templates: Template[]): string[] {
  const types = resourcesOf(templates).flatMap(({ Type: type, Properties: properties = {} }) =>
    'Name' in properties || `${type.split('::')[2]}Name` in properties ? [type] : [],
  );
  return [...new Set(types)].filter((type) => !(type in uniqueNames));
}

/**
 * The dimensions with which AWS publishes the metrics that we use, sorted. With others, a metric
 * never has data and its alarm never rings. Our own namespace is the name of the site.
 */
const publishedDimensions: Record<string, { dimensions: string[]; source: string }> = {
  'AWS/ApiGateway': {
    dimensions: ['ApiId'],
    source: 'https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-metrics.html',
  },
  'AWS/CloudFront': {
    dimensions: ['DistributionId,Region'],
    source:
      'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/programming-cloudwatch-metrics.html',
  },
  'AWS/DynamoDB': {
    dimensions: ['TableName', 'GlobalSecondaryIndexName,TableName'],
    source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html',
  },
  'AWS/Lambda': {
    // Without a dimension, the metric is the one of all functions of the account.
    dimensions: ['', 'FunctionName'],
    source: 'https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html',
  },
  'AWS/SES': {
    dimensions: [''],
    source: 'https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-cloudwatch.html',
  },
  'AWS/SQS': {
    dimensions: ['QueueName'],
    source:
      'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html',
  },
  'AWS/WAFV2': {
    // A web ACL of CloudFront has no dimension Region.
    dimensions: ['Region,Rule,WebACL', 'Rule,WebACL'],
    source: 'https://docs.aws.amazon.com/waf/latest/developerguide/waf-metrics.html',
  },
};

export interface UsedMetric {
  namespace: string;
  name: string;
  dimensions: Record<string, string>;
  region?: string;
}

/** The metrics of alarms and dashboards whose dimensions AWS does not publish, with what is wrong. */
export function metricsWithoutData(metrics: UsedMetric[], siteName: string): string[] {
  return metrics.flatMap(({ namespace, name, dimensions, region }) => {
    const names = Object.keys(dimensions).sort().join(',');
    const published = namespace === siteName ? [''] : publishedDimensions[namespace]?.dimensions;
    const metric = `${namespace} ${name}`;
    if (!published) return [`${metric}: publishedDimensions lacks this namespace`];
    if (!published.includes(names)) return [`${metric}: [${names}] and not [${published.join('] or [')}]`];
    if (namespace === 'AWS/CloudFront' && (dimensions.Region !== 'Global' || region !== 'us-east-1'))
      return [`${metric}: exists only with Region=Global, in us-east-1`];
    return [];
  });
}

/** The metrics of the alarms of a stage, those in metric math included. */
export function alarmMetrics(resources: Resource[], region: string): UsedMetric[] {
  const used = (metric: Properties): UsedMetric => ({
    namespace: metric.Namespace,
    name: metric.MetricName,
    dimensions: Object.fromEntries(
      (metric.Dimensions ?? []).map(({ Name, Value }: Properties) => [Name, Value]),
    ),
    region,
  });
  return resources
    .filter(({ Type: type }) => type === 'AWS::CloudWatch::Alarm')
    .flatMap(({ Properties: alarm }) =>
      alarm.MetricName
        ? [used(alarm)]
        : alarm.Metrics.flatMap(({ MetricStat: stat }: Properties) => (stat ? [used(stat.Metric)] : [])),
    );
}

/** The expressions of alarms that add metrics which may have no data: a sum with no data is none. */
export function sumsWithGaps(resources: Resource[]): string[] {
  return resources
    .filter(({ Type: type }) => type === 'AWS::CloudWatch::Alarm')
    .flatMap(({ Properties: { Metrics: metrics = [] } }) =>
      metrics.flatMap(({ Expression: expression = '' }: Properties) =>
        expression.replaceAll(/FILL\([^()]*\)/g, '').match(/[\w)] *\+|\+ *[\w(]/) ? [expression] : [],
      ),
    );
}

/** The metrics of a dashboard, and one for each search in the dimensions that it names. */
export function dashboardMetrics(body: string): { named: UsedMetric[]; searched: UsedMetric[] } {
  const widgets: Properties[] = JSON.parse(body).widgets;
  const rows: { row: unknown[]; region?: string }[] = widgets.flatMap(
    ({ properties: { metrics = [], region } }) => metrics.map((row: unknown[]) => ({ row, region })),
  );
  const named: UsedMetric[] = [];
  const searched: UsedMetric[] = [];
  for (const { row, ...where } of rows) {
    if (typeof row[0] === 'string') {
      const texts = row.filter((value): value is string => typeof value === 'string');
      const [namespace = '', name = '', ...pairs] = texts;
      const dimensions = Object.fromEntries(
        pairs.flatMap((value, index) => (index % 2 ? [] : [[value, pairs[index + 1] ?? '']])),
      );
      named.push({ namespace, name, dimensions, ...where });
    } else {
      const { expression } = row[0] as { expression: string };
      const [, schema = ''] = /SEARCH\('\{([^}]*)\}/.exec(expression) ?? [];
      const [namespace = '', ...dimensions] = schema.replaceAll('"', '').split(',');
      const [, name = ''] = /MetricName="(\w+)"/.exec(expression) ?? [];
      searched.push({
        namespace,
        name,
        dimensions: Object.fromEntries(dimensions.map((dimension) => [dimension, ''])),
        ...where,
      });
    }
  }
  return { named, searched };
}

/** The dynamic references of a template, which CloudFormation limits to 60. */
export function countDynamicReferences(template: Template): number {
  return textsIn(template.Resources).reduce(
    (count, text) => count + (text.match(/\{\{resolve:/g)?.length ?? 0),
    0,
  );
}

/** The references to outputs of other stacks, each of which CloudFormation resolves by a call of its own. */
export function countStackOutputs(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value).reduce((count: number, part) => count + countStackOutputs(part), 0);
  return inside + ('Fn::GetStackOutput' in value ? 1 : 0);
}

/** The layers of a stage that have the same content as another: Lambda throttles their creation. */
export function repeatedLayers(templates: Template[]): string[] {
  const contents = resourcesOf(templates).flatMap(({ Type: type, Properties: properties }) =>
    type === 'AWS::Lambda::LayerVersion' ? [JSON.stringify(properties.Content)] : [],
  );
  return contents.filter((content, index) => contents.indexOf(content) < index);
}
