import {
  CloudWatchClient,
  DescribeAlarmHistoryCommand,
  DescribeAlarmsCommand,
} from '@aws-sdk/client-cloudwatch';
import {
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it } from 'vitest';
import type { SiteStatus } from '../../contract/records/site-status.ts';
import { describeAlarm } from '../../contract/rules/alarm-description.ts';
import { deliver } from '../platform/test-event.ts';
import { handler } from './handler.ts';

const cloudWatch = mockClient(CloudWatchClient);
const s3 = mockClient(S3Client);
const alarm = (
  name: string,
  StateValue: 'OK' | 'ALARM',
  since: string,
  components: Parameters<typeof describeAlarm>[2],
) => ({
  AlarmName: `lorewright-dev-${name}`,
  AlarmDescription: describeAlarm('It fails.', 'docs/alarms.md#it', components),
  StateValue,
  StateTransitionedTimestamp: new Date(since),
});
const change = (name: string, at: string, from: string, to: string) => ({
  AlarmName: name,
  Timestamp: new Date(at),
  HistoryData: JSON.stringify({
    version: '1.0',
    oldState: { stateValue: from },
    newState: { stateValue: to },
  }),
});

beforeEach(() => {
  cloudWatch.reset();
  cloudWatch.on(DescribeAlarmsCommand).resolves({});
  cloudWatch.on(DescribeAlarmHistoryCommand).resolves({});
  s3.reset();
  s3.on(GetObjectCommand).rejects(new NoSuchKey({ message: '', $metadata: {} }));
  s3.on(PutObjectCommand).resolves({ ETag: '"1"' });
});

const written = () => s3.commandCalls(PutObjectCommand).map(({ args: [{ input }] }) => input);
const status = () =>
  JSON.parse(String(written().find(({ Key }) => Key === 'status.json')?.Body)) as SiteStatus;
const check = () => deliver(handler, {}, { type: 'StatusCheckDue' });

it('writes the status of all pages of alarms, and the feed, both with a short cache', async () => {
  cloudWatch
    .on(DescribeAlarmsCommand)
    .resolvesOnce({
      MetricAlarms: [alarm('ApiErrors', 'ALARM', '2026-11-28T10:00:00Z', ['checkout'])],
      NextToken: 'more',
    })
    .resolvesOnce({
      MetricAlarms: [
        alarm('SiteErrors', 'OK', '2026-11-20T10:00:00Z', ['pages']),
        alarm('AdminsRemoved', 'ALARM', '2026-11-28T10:00:00Z', []),
      ],
    });
  await deliver(
    handler,
    { alarmName: 'lorewright-dev-ApiErrors' },
    { type: 'CloudWatch Alarm State Change' },
  );
  expect(status()).toMatchObject({
    components: { checkout: 'problem', pages: 'noReports', email: 'noData' },
    incidents: [{ startedAt: '2026-11-28T10:00:00.000Z', periods: [{ source: 'ApiErrors' }] }],
  });
  expect(written().map(({ Key, ContentType, CacheControl }) => [Key, ContentType, CacheControl])).toEqual([
    ['status.json', 'application/json', 'public, max-age=60'],
    ['status.atom', 'application/atom+xml; charset=utf-8', 'public, max-age=60'],
  ]);
});

it('reads the history since an hour before the last check, and only that of alarms of this site', async () => {
  const checkedAt = new Date(Date.now() - 300_000).toISOString();
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  await check();
  const before = { ...status(), checkedAt };
  s3.resetHistory();
  s3.on(GetObjectCommand).resolves({
    Body: { transformToString: async () => JSON.stringify(before) } as never,
    ETag: '"1"',
  });
  cloudWatch
    .on(DescribeAlarmsCommand)
    .resolves({ MetricAlarms: [alarm('ApiErrors', 'OK', minutesAgo(1), ['checkout'])] })
    .on(DescribeAlarmHistoryCommand)
    .resolves({
      AlarmHistoryItems: [
        change('lorewright-prod-ApiErrors', minutesAgo(4), 'OK', 'ALARM'),
        change('lorewright-dev-ApiErrors', minutesAgo(1), 'ALARM', 'OK'),
        change('lorewright-dev-ApiErrors', minutesAgo(3), 'OK', 'ALARM'),
      ],
    });
  await check();
  expect(cloudWatch.commandCalls(DescribeAlarmHistoryCommand).at(-1)?.args[0].input).toMatchObject({
    HistoryItemType: 'StateUpdate',
    StartDate: new Date(Date.parse(checkedAt) - 3_600_000),
  });
  expect(status().incidents).toHaveLength(1);
  expect(status().components.checkout).toBe('watching');
});

it('reads the alarms again when another run has written the status, so that it writes nothing older', async () => {
  const conflict = new S3ServiceException({
    name: 'PreconditionFailed',
    $fault: 'client',
    $metadata: { httpStatusCode: 412 },
  });
  s3.on(PutObjectCommand).rejectsOnce(conflict).resolves({ ETag: '"2"' });
  await check();
  expect(cloudWatch.commandCalls(DescribeAlarmsCommand)).toHaveLength(2);
});

it('writes nothing when CloudWatch cannot be read, so that the status grows old', async () => {
  cloudWatch.on(DescribeAlarmHistoryCommand).rejects(new Error('away'));
  await expect(check()).rejects.toThrow('away');
  expect(written()).toEqual([]);
});
