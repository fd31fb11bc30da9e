import {
  type CloudWatchClient,
  paginateDescribeAlarms,
  paginateGetMetricData,
} from '@aws-sdk/client-cloudwatch';
import type { ActiveAlarm, DeskOverview } from '../../../contract/records/desk-overview.ts';
import { readAlarmDescription } from '../../../contract/rules/alarm-description.ts';
import { overviewDays } from '../../../contract/rules/desk-rules.ts';
import { type OverviewMetric, overviewMetrics } from '../../../contract/rules/overview-metrics.ts';

const daySeconds = 24 * 60 * 60;
const dayOf = (time: Date) => time.toISOString().slice(0, 10);

/**
 * Reads the site's metrics per day and the active alarms from CloudWatch.
 * @param siteName the namespace of the metrics, with which the names of the alarms begin
 */
export async function readOverview(
  client: CloudWatchClient,
  siteName: string,
  now: Date,
): Promise<DeskOverview> {
  const today = Date.parse(dayOf(now));
  const days = Array.from({ length: overviewDays }, (_, index) =>
    dayOf(new Date(today - (overviewDays - 1 - index) * daySeconds * 1000)),
  );
  const [counts, alarms] = await Promise.all([
    readCounts(client, siteName, days, now),
    readActiveAlarms(client, siteName),
  ]);
  return { days, counts, alarms };
}

async function readCounts(
  client: CloudWatchClient,
  namespace: string,
  days: string[],
  now: Date,
): Promise<DeskOverview['counts']> {
  const counts = Object.fromEntries(overviewMetrics.map((metric) => [metric, days.map(() => 0)])) as Record<
    OverviewMetric,
    number[]
  >;
  const pages = paginateGetMetricData(
    { client },
    {
      // With whole days from midnight UTC, each period is a day.
      StartTime: new Date(days[0] ?? now),
      EndTime: now,
      MetricDataQueries: overviewMetrics.map((metric) => ({
        // An id starts with a lower-case letter.
        Id: `m${metric}`,
        MetricStat: {
          Metric: { Namespace: namespace, MetricName: metric },
          Period: daySeconds,
          Stat: 'Sum',
        },
      })),
    },
  );
  for await (const { MetricDataResults: results = [] } of pages) {
    for (const { Id = '', Timestamps: times = [], Values: values = [] } of results) {
      const counted = counts[Id.slice(1) as OverviewMetric];
      // Days without a count are missing.
      times.forEach((time, index) => {
        counted[days.indexOf(dayOf(time))] = values[index] ?? 0;
      });
    }
  }
  return counts;
}

export async function readActiveAlarms(client: CloudWatchClient, siteName: string): Promise<ActiveAlarm[]> {
  const active: ActiveAlarm[] = [];
  const pages = paginateDescribeAlarms({ client }, { AlarmNamePrefix: `${siteName}-`, StateValue: 'ALARM' });
  for await (const { MetricAlarms: alarms = [] } of pages) {
    for (const { AlarmName: name = '', AlarmDescription: text = '', ...alarm } of alarms) {
      const since = alarm.StateTransitionedTimestamp ?? alarm.StateUpdatedTimestamp ?? new Date(0);
      const { components: _, ...described } = readAlarmDescription(text);
      active.push({ name, ...described, since: since.toISOString() });
    }
  }
  return active;
}
