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

/** The alarms about a single metric. The local cloud does not have the metrics of the other alarms. */
export function describeAlarms(alarms: Named[]): LocalAlarm[] {
  return alarms.flatMap((named) => (named[1].Properties.MetricName ? describeAlarm(named) : []));
}

function describeAlarm([, { Properties }]: Named): LocalAlarm {
  const dimensions: { Name: string; Value: string }[] = Properties.Dimensions ?? [];
  const queue = dimensions.find(({ Name }) => Name === 'QueueName')?.Value;
  return {
    name: Properties.AlarmName,
    description: Properties.AlarmDescription,
    namespace: Properties.Namespace,
    metric: Properties.MetricName,
    ...(queue ? { queue } : {}),
    periodSeconds: Properties.Period,
    threshold: Properties.Threshold,
  };
}
