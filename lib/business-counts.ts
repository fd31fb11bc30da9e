import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { BusinessMetric } from '../contract/events/business-metrics.ts';
import type { LambdaFunction } from './lambda-function.ts';

/** Business metrics. They come from log lines of `count`, so no request waits for them. */
export class BusinessCounts extends Construct {
  /** One namespace per stage, so that stages in one account are separate. A dimension would make each value a metric of its own. */
  private readonly namespace: string;

  constructor(scope: Construct, id: string, { stackName }: { stackName: string }) {
    super(scope, id);
    this.namespace = stackName;
  }

  /** Counts what this function logs under these names. Several functions may log the same metric. */
  countIn(lambda: LambdaFunction, ...metrics: BusinessMetric[]): void {
    for (const metric of metrics) {
      new MetricFilter(this, `${lambda.node.id}${metric}`, {
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
