import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openAlarmStates } from './alarm-states.ts';
import { answerCloudWatch, type LocalAlarm } from './answer-cloudwatch.ts';
import { countFromLogs, readFilterPattern } from './metric-filters.ts';
import { openMetricStore } from './metric-store.ts';

const namespace = 'lorewright-local';
const target = (operation: string) => `GraniteServiceVersion20100801.${operation}`;
const now = Date.parse('2026-11-25T12:00:00Z');
const daySeconds = 86_400;
const alarmOn = (name: string, on: Partial<LocalAlarm['on']>): LocalAlarm => ({
  name,
  description: 'It is down.',
  isOkWithoutData: true,
  on: { namespace: 'AWS/SQS', metric: 'Unpublished', periodSeconds: 300, threshold: 1, ...on },
});
let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lorewright-cloudwatch-'));
});
afterEach(() => rm(dir, { recursive: true }));

async function open(alarms: LocalAlarm[] = []) {
  const store = await openMetricStore(join(dir, 'metrics.jsonl'));
  const queues: Record<string, number[]> = { Dead: [] };
  const readQueue = (name: string) => queues[name] ?? [];
  const putEvent = vi.fn<(source: string, type: string, detail: object) => Promise<void>>();
  const states = openAlarmStates(putEvent, () => new Date(now));
  const ask = (operation: string, request: object) =>
    answerCloudWatch({ store, alarms, states, readQueue, now: () => now }, target(operation), request);
  return { store, queues, ask, states, putEvent };
}

const sumOf = (metric: string, Stat = 'Sum') => ({
  StartTime: (now - 12 * 3_600_000) / 1000 - daySeconds,
  EndTime: now / 1000,
  MetricDataQueries: [
    {
      Id: 'm',
      MetricStat: { Metric: { Namespace: namespace, MetricName: metric }, Period: daySeconds, Stat },
    },
  ],
});

it('sums per day, the latest first, even after a restart', async () => {
  const { store } = await open();
  for (const hoursAgo of [1, 2, 20])
    store.add({ namespace, metric: 'Refunds', at: now - hoursAgo * 3_600_000 });
  const { ask } = await open();
  expect(ask('GetMetricData', sumOf('Refunds'))?.body).toMatchObject({
    MetricDataResults: [
      {
        Id: 'm',
        Timestamps: [Date.parse('2026-11-25') / 1000, Date.parse('2026-11-24') / 1000],
        Values: [2, 1],
      },
    ],
  });
  expect(ask('GetMetricData', sumOf('Downloads'))?.body).toMatchObject({
    MetricDataResults: [{ Timestamps: [], Values: [] }],
  });
});

it('rejects an unsupported statistic', async () => {
  const { ask } = await open();
  expect(ask('GetMetricData', sumOf('Refunds', 'p99'))?.status).toBe(400);
});

it('ignores a line that was truncated by the end of the process', async () => {
  const { store } = await open();
  store.add({ namespace, metric: 'Refunds', at: now });
  await writeFile(join(dir, 'metrics.jsonl'), '{"namespace":"lorew', { flag: 'a' });
  const again = await openMetricStore(join(dir, 'metrics.jsonl'));
  again.add({ namespace, metric: 'Refunds', at: now });
  const { store: last } = await open();
  expect(last.timesOf({ namespace, metric: 'Refunds' }, 0, now + 1)).toEqual([now, now]);
});

it('describes the active alarms about counts and queues, by the beginning of their names', async () => {
  const { store, queues, ask } = await open([
    alarmOn('site-Unpublished', { namespace }),
    alarmOn('site-Rare', { namespace, threshold: 2 }),
    alarmOn('site-Dead', { metric: 'ApproximateNumberOfMessagesVisible', queue: 'Dead' }),
    alarmOn('site-Old', { metric: 'ApproximateAgeOfOldestMessage', queue: 'Dead', threshold: 60 }),
  ]);
  const active = (prefix = 'site-') => {
    const { body } = ask('DescribeAlarms', { AlarmNamePrefix: prefix, StateValue: 'ALARM' }) ?? {};
    return (body as { MetricAlarms: { AlarmName: string }[] }).MetricAlarms.map(({ AlarmName }) => AlarmName);
  };
  expect(active()).toEqual([]);
  // Older than the period of the alarm.
  store.add({ namespace, metric: 'Unpublished', at: now - 301_000 });
  expect(active()).toEqual([]);
  store.add({ namespace, metric: 'Unpublished', at: now - 10_000 });
  queues.Dead?.push(now - 30_000);
  expect(active()).toEqual(['site-Unpublished', 'site-Dead']);
  expect(active('other-')).toEqual([]);
});

it('counts log lines of a function by the filters of its log group', async () => {
  const { store } = await open();
  const pattern = readFilterPattern('{ $.counted = "Refunds" }');
  const count = countFromLogs(
    store,
    [{ ...pattern, functionName: 'settleOrder', namespace, metric: 'Refunds' }],
    () => now,
  );
  const line = JSON.stringify({ message: 'counted', counted: 'Refunds' });
  count('checkout', line);
  count('settleOrder', 'no JSON');
  count('settleOrder', '{ broken');
  count('settleOrder', JSON.stringify({ counted: 'Licenses' }));
  count('settleOrder', line);
  expect(store.timesOf({ namespace, metric: 'Refunds' }, 0, now + 1)).toEqual([now]);
});

it('rejects a filter that it does not support', () => {
  expect(() => readFilterPattern('ERROR')).toThrow('The local cloud supports only');
});

it('derives the state of an alarm without a metric from its treatment of missing data', async () => {
  const { ask } = await open([
    { name: 'site-Math', description: '', isOkWithoutData: true },
    { name: 'site-Rate', description: '', isOkWithoutData: false },
  ]);
  expect(ask('DescribeAlarms', {})?.body).toMatchObject({
    MetricAlarms: [{ StateValue: 'OK' }, { StateValue: 'INSUFFICIENT_DATA' }],
  });
});

it('puts an alarm into a state, sends the event that AWS documents, and keeps the history', async () => {
  const alarm = alarmOn('site-Unpublished', { namespace });
  const { ask, states, putEvent } = await open([alarm]);
  await states.set(alarm, 'OK', 'OK');
  expect(putEvent).not.toHaveBeenCalled();
  await states.set(alarm, 'OK', 'ALARM');
  const timestamp = '2026-11-25T12:00:00.000+0000';
  expect(putEvent).toHaveBeenCalledWith('aws.cloudwatch', 'CloudWatch Alarm State Change', {
    alarmName: 'site-Unpublished',
    configuration: { description: 'It is down.', metrics: [] },
    previousState: { value: 'OK', reason: expect.any(String), timestamp },
    state: { value: 'ALARM', reason: expect.any(String), timestamp },
  });
  expect(ask('DescribeAlarms', { StateValue: 'ALARM' })?.body).toMatchObject({
    MetricAlarms: [{ AlarmName: 'site-Unpublished', StateTransitionedTimestamp: now / 1000 }],
  });
  const historySince = (start: number) => ask('DescribeAlarmHistory', { StartDate: start / 1000 })?.body;
  expect(historySince(now)).toMatchObject({
    AlarmHistoryItems: [
      { AlarmName: 'site-Unpublished', Timestamp: now / 1000, HistoryItemType: 'StateUpdate' },
    ],
  });
  expect(historySince(now + 1000)).toEqual({ AlarmHistoryItems: [] });
});
