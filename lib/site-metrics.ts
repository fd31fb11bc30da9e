import { Stack, Token, Validations } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { BusinessMetric } from '../contract/events/business-metrics.ts';
import type { LambdaFunction } from './lambda-function.ts';

/**
 * The business metrics. CloudWatch extracts them from the logs of `recordMetric`, so no request
 * waits for them.
 */
export class SiteMetrics {
  /**
   * One namespace per stage, so that two stages in one account are counted separately. With a
   * dimension, each number would be a metric of its own.
   */
  private readonly namespace: string;

  constructor(siteName: string) {
    this.namespace = siteName;
  }

  /** Extracts these metrics from the logs of a function. Several functions may log the same metric. */
  recordFrom(lambda: LambdaFunction, ...metrics: BusinessMetric[]): void {
    for (const metric of metrics) {
      // Two operations of a service may log the same metric.
      if (lambda.node.tryFindChild(metric)) continue;
      new MetricFilter(lambda, metric, {
        logGroup: lambda.logGroup,
        filterPattern: FilterPattern.stringValue('$.counted', '=', metric),
        metricNamespace: this.namespace,
        metricName: metric,
      });
    }
  }

  /** The metrics and alarms of all sites of the account, because CloudWatch has no narrower permission. */
  allowRead(lambda: LambdaFunction): void {
    lambda.addToRolePolicy(new PolicyStatement({ actions: ['cloudwatch:GetMetricData'], resources: ['*'] }));
    acknowledgeAll(lambda, '*');
    this.allowAlarms(lambda, 'cloudwatch:DescribeAlarms');
  }

  /** The alarms of all sites of the account, and their history with that action. */
  allowAlarms(
    lambda: LambdaFunction,
    ...actions: ('cloudwatch:DescribeAlarms' | 'cloudwatch:DescribeAlarmHistory')[]
  ): void {
    const { account, region } = Stack.of(lambda);
    // A request for the alarms whose names begin with a prefix is authorized on all of them.
    const alarmsIn = (accountId: string) => `arn:aws:cloudwatch:${region}:${accountId}:alarm:*`;
    lambda.addToRolePolicy(new PolicyStatement({ actions, resources: [alarmsIn(account)] }));
    acknowledgeAll(lambda, alarmsIn(Token.isUnresolved(account) ? '<AWS::AccountId>' : account));
    lambda.addEnvironment('METRICS_NAMESPACE', this.namespace);
  }

  /** Events about the alarms of this site. */
  get ofOurAlarms() {
    return { alarmName: [{ prefix: `${this.namespace}-` }] };
  }

  /** The count per period. */
  metric(metricName: BusinessMetric): Metric {
    return new Metric({ namespace: this.namespace, metricName, statistic: Stats.SUM });
  }
}

function acknowledgeAll(lambda: LambdaFunction, resource: string): void {
  Validations.of(lambda.role ?? lambda).acknowledge({
    id: `AwsSolutions-IAM5[Resource::${resource}]`,
    reason:
      'CloudWatch has no narrower permission for metrics, or for alarms by the beginning of their names.',
  });
}
