import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import type { Metric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';

/**
 * A metric of the distribution. CDK's own methods leave out the dimension `Region`, so their metrics
 * never have data: https://github.com/aws/aws-cdk/issues/19245
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/programming-cloudwatch-metrics.html
 */
export function distributionMetric(
  distribution: Distribution,
  metricName: 'Requests' | '4xxErrorRate' | '5xxErrorRate' | 'CacheHitRate',
  options: MetricOptions,
): Metric {
  return distribution.metric(metricName, {
    ...options,
    dimensionsMap: { DistributionId: distribution.distributionId, Region: 'Global' },
  });
}
