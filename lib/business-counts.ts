import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { BusinessMetric } from '../contract/events/business-metrics.ts';
import type { LambdaFunction } from './lambda-function.ts';

/**
 * The business metrics. CloudWatch extracts them from what functions log with `count`, so no
 * request waits for them.
 */
export class BusinessCounts {
  /**
   * One namespace per stage, so that two stages in one account are counted separately. With a
   * dimension, each number would be a metric of its own.
   */
  private readonly namespace: string;

  constructor(siteName: string) {
    this.namespace = siteName;
  }

  /**
   * Counts what this function logs under these names. Several functions may log the same metric.
   */
  countIn(lambda: LambdaFunction, ...metrics: BusinessMetric[]): void {
    for (const metric of metrics) {
      new MetricFilter(lambda, metric, {
        logGroup: lambda.logGroup,
        filterPattern: FilterPattern.stringValue('$.counted', '=', metric),
        metricNamespace: this.namespace,
        metricName: metric,
      });
    }
  }

  /** The count per period. */
  metric(metricName: BusinessMetric): Metric {
    return new Metric({ namespace: this.namespace, metricName, statistic: Stats.SUM });
  }
}
