import { expect, test } from 'vitest';
import { describeRules, forgottenPrefixes } from './read-stack.ts';

const rule = (Properties: object) =>
  [
    'Rule',
    { Type: 'AWS::Events::Rule', Properties: { Targets: [{ Arn: 'Fulfil' }], ...Properties } },
  ] as const;
const read = (...properties: object[]) => describeRules(properties.map((each) => [...rule(each)]));

test('reads rules for events and for schedules', () => {
  const EventPattern = { source: ['lorewright'] };
  expect(
    read({ EventBusName: 'site', EventPattern }, { EventPattern }, { ScheduleExpression: 'rate(1 hour)' }),
  ).toEqual({
    rules: [
      { bus: 'site', pattern: EventPattern, functionIds: ['Fulfil'], queues: [] },
      { bus: 'default', pattern: EventPattern, functionIds: ['Fulfil'], queues: [] },
    ],
    schedules: [{ everyMilliseconds: 3_600_000, functionIds: ['Fulfil'], queues: [] }],
  });
});

test('reads the message group of a rule for a FIFO queue', () => {
  const Targets = [
    { Arn: 'arn:aws:sqs:us-east-1:000000000000:Blog.fifo', SqsParameters: { MessageGroupId: 'blog' } },
    { Arn: 'arn:aws:sqs:us-east-1:000000000000:Letters' },
  ];
  expect(read({ EventPattern: {}, Targets }).rules).toMatchObject([
    { functionIds: [], queues: [{ name: 'Blog.fifo', group: 'blog' }, { name: 'Letters' }] },
  ]);
});

test('reads what the targets of a schedule get instead of its own event', () => {
  const event = { source: 'aws.s3', 'detail-type': 'Object Created', detail: {} };
  const Targets = [
    {
      Arn: 'arn:aws:sqs:us-east-1:000000000000:Blog.fifo',
      SqsParameters: { MessageGroupId: 'blog' },
      Input: JSON.stringify(event),
    },
  ];
  expect(read({ ScheduleExpression: 'rate(1 day)', Targets }).schedules).toMatchObject([
    { functionIds: [], queues: [{ name: 'Blog.fifo', group: 'blog' }], event },
  ]);
});

test('ignores a disabled rule', () => {
  expect(read({ ScheduleExpression: 'rate(1 hour)', State: 'DISABLED' }).schedules).toEqual([]);
});

test.each([
  ['rate(1 minute)', 60_000],
  ['rate(30 minutes)', 1_800_000],
  ['rate(2 days)', 172_800_000],
  ['rate(90 days)', 2_147_483_647],
])('reads %s as every %i ms, up to the longest timer', (ScheduleExpression, everyMilliseconds) => {
  expect(read({ ScheduleExpression }).schedules).toMatchObject([{ everyMilliseconds }]);
});

test.each(['cron(0 3 * * ? *)', 'rate(1 week)', 'at(2030-01-01T00:00:00)'])(
  'rejects %s',
  (ScheduleExpression) => {
    expect(() => read({ ScheduleExpression })).toThrow(ScheduleExpression);
  },
);

test('reads the prefixes whose previous versions a bucket deletes', () => {
  const bucket = (Properties: object) => forgottenPrefixes({ Type: 'AWS::S3::Bucket', Properties });
  const Rules = [
    { NoncurrentVersionExpiration: { NoncurrentDays: 7 } },
    { Prefix: 'a/', NoncurrentVersionExpiration: { NoncurrentDays: 7 } },
    { Prefix: 'b/' },
  ];
  expect(bucket({ LifecycleConfiguration: { Rules } })).toEqual(['', 'a/']);
  expect(bucket({ LifecycleConfiguration: {} })).toEqual([]);
  expect(bucket({})).toEqual([]);
});
