import type { MetricStore } from './metric-store.ts';

/** An alarm about a single metric. */
export interface LocalAlarm {
  name: string;
  description: string;
  namespace: string;
  metric: string;
  /** The queue of the metric, for metrics of SQS. */
  queue?: string;
  periodSeconds: number;
  threshold: number;
}

interface MetricQuery {
  Id: string;
  MetricStat: {
    Metric: { Namespace: string; MetricName: string };
    Period: number;
    Stat: string;
  };
}

interface Metrics {
  store: MetricStore;
  alarms: LocalAlarm[];
  /** When each message of a queue was sent, in milliseconds since 1970. */
  readQueue: (name: string) => number[];
  now?: () => number;
}

export interface CloudWatchAnswer {
  status: 200 | 400;
  body: object;
}

/**
 * Answers `GetMetricData` and `DescribeAlarms`. Times are seconds since 1970.
 * @returns undefined for another operation
 */
export function answerCloudWatch(
  metrics: Metrics,
  target: string,
  request: object,
): CloudWatchAnswer | undefined {
  const operation = /^GraniteServiceVersion20100801\.(\w+)$/.exec(target)?.[1];
  if (operation === 'GetMetricData')
    return getMetricData(metrics, request as Parameters<typeof getMetricData>[1]);
  if (operation === 'DescribeAlarms')
    return describeAlarms(metrics, request as Parameters<typeof describeAlarms>[1]);
  return undefined;
}

function getMetricData(
  { store }: Metrics,
  request: { StartTime: number; EndTime: number; MetricDataQueries: MetricQuery[] },
): CloudWatchAnswer {
  const { StartTime: start, EndTime: end, MetricDataQueries: queries } = request;
  const other = queries.find(({ MetricStat: { Stat } }) => Stat !== 'Sum');
  if (other) {
    const message = `The local cloud knows only the statistic Sum, not ${other.MetricStat.Stat}.`;
    return { status: 400, body: { __type: 'InvalidParameterValueException', message } };
  }
  const results = queries.map(({ Id, MetricStat: { Metric, Period } }) => {
    const metric = { namespace: Metric.Namespace, metric: Metric.MetricName };
    const periods = Map.groupBy(
      store.timesOf(metric, start * 1000, end * 1000),
      (at) => start + Math.floor((at / 1000 - start) / Period) * Period,
    );
    const sums = [...periods].map(([time, times]) => [time, times.length] as const);
    // CloudWatch returns the latest first.
    sums.sort(([left], [right]) => right - left);
    return {
      Id,
      Label: Metric.MetricName,
      Timestamps: sums.map(([time]) => time),
      Values: sums.map(([, sum]) => sum),
      StatusCode: 'Complete',
    };
  });
  return { status: 200, body: { MetricDataResults: results, Messages: [] } };
}

function describeAlarms(
  metrics: Metrics,
  request: { AlarmNamePrefix?: string; StateValue?: string },
): CloudWatchAnswer {
  const now = (metrics.now ?? Date.now)();
  const { AlarmNamePrefix: prefix = '', StateValue: state } = request;
  const described = metrics.alarms.map((alarm) => {
    const { value, since } = latestValue(metrics, alarm, now);
    const isActive = value >= alarm.threshold;
    return {
      AlarmName: alarm.name,
      AlarmDescription: alarm.description,
      StateValue: isActive ? 'ALARM' : 'OK',
      StateTransitionedTimestamp: since / 1000,
    };
  });
  const found = described.filter(
    ({ AlarmName: name, StateValue: value }) => name.startsWith(prefix) && (!state || value === state),
  );
  return { status: 200, body: { MetricAlarms: found, CompositeAlarms: [] } };
}

/** The latest value of an alarm's metric, and the time since which it has been that high. Metrics without data are 0. */
function latestValue(
  { store, readQueue }: Metrics,
  { namespace, metric, queue, periodSeconds }: LocalAlarm,
  now: number,
): { value: number; since: number } {
  if (queue === undefined) {
    const times = store.timesOf({ namespace, metric }, now - periodSeconds * 1000, now + 1);
    return { value: times.length, since: times[0] ?? now };
  }
  const waiting = readQueue(queue);
  const oldest = waiting.reduce((earliest, sentAt) => Math.min(earliest, sentAt), now);
  if (metric === 'ApproximateNumberOfMessagesVisible') return { value: waiting.length, since: oldest };
  return { value: (now - oldest) / 1000, since: oldest };
}
