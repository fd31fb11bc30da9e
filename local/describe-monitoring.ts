import type { LocalAlarm } from './fakes/cloudwatch/answer-cloudwatch.ts';
import { type MetricFilter, readFilterPattern } from './fakes/cloudwatch/metric-filters.ts';
import type { Named } from './local-name.ts';

/** The metric filters of the functions' logs. */
export function describeMetricFilters(filters: Named[], functions: Named[]): MetricFilter[] {
  const functionByLog = new Map(
    functions.map(([, { Properties }]) => [
      Properties.LoggingConfig?.LogGroup,
      Properties.Environment?.Variables.POWERTOOLS_SERVICE_NAME,
    ]),
  );
  return filters.flatMap(([, { Properties }]) => {
    const functionName = functionByLog.get(Properties.LogGroupName);
    return Properties.MetricTransformations.map(
      ({ MetricNamespace, MetricName }: Record<string, string>) => ({
        functionName,
        ...readFilterPattern(Properties.FilterPattern),
        namespace: MetricNamespace,
        metric: MetricName,
      }),
    );
  });
}

/** The alarms. The local cloud has the metrics of those about a single metric. */
export function describeAlarms(alarms: Named[]): LocalAlarm[] {
  return alarms.map(([, { Properties }]) => ({
    name: Properties.AlarmName,
    description: Properties.AlarmDescription,
    // https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarms-and-missing-data.html
    isOkWithoutData: Properties.TreatMissingData === 'notBreaching',
    ...(Properties.MetricName ? { on: describeMetric(Properties) } : {}),
  }));
}

function describeMetric(Properties: Named[1]['Properties']): NonNullable<LocalAlarm['on']> {
  const dimensions: { Name: string; Value: string }[] = Properties.Dimensions ?? [];
  const queue = dimensions.find(({ Name }) => Name === 'QueueName')?.Value;
  return {
    namespace: Properties.Namespace,
    metric: Properties.MetricName,
    ...(queue ? { queue } : {}),
    periodSeconds: Properties.Period,
    threshold: Properties.Threshold,
  };
}
