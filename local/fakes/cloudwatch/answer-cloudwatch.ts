import type { AlarmStates, AlarmStateValue } from './alarm-states.ts';
import type { MetricStore } from './metric-store.ts';

export interface LocalAlarm {
  name: string;
  description: string;
  /** Missing for an alarm whose metric the local cloud does not have. */
  on?: AlarmMetric;
  /** Whether it is `OK` without data. */
  isOkWithoutData: boolean;
}

interface AlarmMetric {
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
  states: Pick<AlarmStates, 'lastOf' | 'describeHistory'>;
  /** When each message of a queue was sent, in milliseconds since 1970. */
  readQueue: (name: string) => number[];
  now?: () => number;
}

export interface CloudWatchAnswer {
  status: 200 | 400;
  body: object;
}

/**
 * Answers `GetMetricData`, `DescribeAlarms` and `DescribeAlarmHistory`. Times are seconds since 1970.
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
  if (operation === 'DescribeAlarmHistory')
    return { status: 200, body: { AlarmHistoryItems: metrics.states.describeHistory(request) } };
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
    const { state, since } = stateOf(metrics, alarm, now);
    return {
      AlarmName: alarm.name,
      AlarmDescription: alarm.description,
      StateValue: state,
      StateTransitionedTimestamp: since / 1000,
    };
  });
  const found = described.filter(
    ({ AlarmName: name, StateValue: value }) => name.startsWith(prefix) && (!state || value === state),
  );
  return { status: 200, body: { MetricAlarms: found, CompositeAlarms: [] } };
}

/** The state into which the alarm was put by hand, or the one that its metric has now. */
export function stateOf(
  metrics: Omit<Metrics, 'alarms'>,
  { name, on, isOkWithoutData }: LocalAlarm,
  now: number,
): { state: AlarmStateValue; since: number } {
  const last = metrics.states.lastOf(name);
  if (last) return { state: last.to, since: last.at.getTime() };
  if (!on) return { state: isOkWithoutData ? 'OK' : 'INSUFFICIENT_DATA', since: now };
  const { value, since } = latestValue(metrics, on, now);
  return { state: value >= on.threshold ? 'ALARM' : 'OK', since };
}

/** The latest value of an alarm's metric, and the time since which it has been that high. Metrics without data are 0. */
function latestValue(
  { store, readQueue }: Pick<Metrics, 'store' | 'readQueue'>,
  { namespace, metric, queue, periodSeconds }: AlarmMetric,
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
