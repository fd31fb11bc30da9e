import { CloudWatchClient, DescribeAlarmsCommand, GetMetricDataCommand } from '@aws-sdk/client-cloudwatch';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it } from 'vitest';
import { describeAlarm } from '../../../contract/rules/alarm-description.ts';
import { overviewDays } from '../../../contract/rules/desk-rules.ts';
import { overviewMetrics } from '../../../contract/rules/overview-metrics.ts';
import { readOverview } from './read-overview.ts';

const cloudWatch = mockClient(CloudWatchClient);
const now = new Date('2026-11-25T12:00:00.000Z');
const read = () => readOverview(new CloudWatchClient({}), 'lorewright-prod', now);

beforeEach(() => {
  cloudWatch.reset();
  cloudWatch.on(GetMetricDataCommand).resolves({});
  cloudWatch.on(DescribeAlarmsCommand).resolves({});
});

it('requests whole days until now, and only metrics of this site', async () => {
  const { days } = await read();
  expect(days).toHaveLength(overviewDays);
  expect([days[0], days.at(-1)]).toEqual(['2026-08-28', '2026-11-25']);
  const [{ args: [counts] = [] } = {}] = cloudWatch.commandCalls(GetMetricDataCommand);
  expect(counts?.input).toMatchObject({ StartTime: new Date('2026-08-28T00:00:00.000Z'), EndTime: now });
  const namespaces = counts?.input.MetricDataQueries?.map(({ MetricStat }) => MetricStat?.Metric?.Namespace);
  expect(namespaces).toEqual(overviewMetrics.map(() => 'lorewright-prod'));
  const [{ args: [alarms] = [] } = {}] = cloudWatch.commandCalls(DescribeAlarmsCommand);
  expect(alarms?.input).toMatchObject({ AlarmNamePrefix: 'lorewright-prod-', StateValue: 'ALARM' });
});

it('fills in zero for days that CloudWatch leaves out', async () => {
  cloudWatch
    .on(GetMetricDataCommand)
    .resolvesOnce({
      MetricDataResults: [
        {
          Id: 'mRegistrations',
          Timestamps: [new Date('2026-11-25T00:00:00Z'), new Date('2026-11-23T00:00:00Z')],
          Values: [2, 7],
        },
      ],
      NextToken: 'more',
    })
    .resolvesOnce({
      MetricDataResults: [{ Id: 'mRefunds', Timestamps: [new Date('2026-08-28T00:00:00Z')], Values: [1] }],
    });
  const { counts } = await read();
  expect(counts.Registrations.slice(-4)).toEqual([0, 7, 0, 2]);
  expect(counts.Refunds[0]).toBe(1);
  expect(counts.Downloads).toEqual(Array.from({ length: overviewDays }, () => 0));
});

it('requests the sum of each day, with the id that the response repeats', async () => {
  await read();
  const [{ args: [counts] = [] } = {}] = cloudWatch.commandCalls(GetMetricDataCommand);
  const queries = counts?.input.MetricDataQueries?.map(({ Id, MetricStat: stat }) => [
    Id,
    stat?.Metric?.MetricName,
    stat?.Period,
    stat?.Stat,
  ]);
  expect(queries).toEqual(overviewMetrics.map((metric) => [`m${metric}`, metric, 86_400, 'Sum']));
});

it('returns no alarms when none is active', async () => {
  expect((await read()).alarms).toEqual([]);
});

it('returns an alarm that was created by hand, without a description', async () => {
  cloudWatch
    .on(DescribeAlarmsCommand)
    .resolves({ MetricAlarms: [{ AlarmName: 'lorewright-prod-by-hand', StateTransitionedTimestamp: now }] });
  expect((await read()).alarms).toEqual([
    { name: 'lorewright-prod-by-hand', meaning: '', since: now.toISOString() },
  ]);
});

it('returns the descriptions of the active alarms from every page', async () => {
  const alarm = (name: string) => ({
    AlarmName: name,
    AlarmDescription: describeAlarm(`${name} is down.`, 'docs/alarms.md#dead-letters'),
    StateTransitionedTimestamp: now,
  });
  cloudWatch
    .on(DescribeAlarmsCommand)
    .resolvesOnce({ MetricAlarms: [alarm('first')], NextToken: 'more' })
    .resolvesOnce({ MetricAlarms: [alarm('second')] });
  expect((await read()).alarms).toEqual(
    ['first', 'second'].map((name) => ({
      name,
      meaning: `${name} is down.`,
      runbook: 'docs/alarms.md#dead-letters',
      since: now.toISOString(),
    })),
  );
});
