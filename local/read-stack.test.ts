import { expect, test } from 'vitest';
import type { LocalFunction } from './fakes/lambda/lambda-runner.ts';
import { describeRules, forgottenPrefixes, scheduledFunctions } from './read-stack.ts';

const arnOf = (queue: string) => `arn:aws:sqs:us-east-1:000000000000:${queue}`;
const rule = (Properties: object) =>
  [
    'Rule',
    { Type: 'AWS::Events::Rule', Properties: { Targets: [{ Arn: arnOf('Fulfil') }], ...Properties } },
  ] as const;
const read = (...properties: object[]) => describeRules(properties.map((each) => [...rule(each)]));

test('reads rules for events and for schedules', () => {
  const EventPattern = { source: ['lorewright'] };
  const event = { 'detail-type': 'SweepDue', detail: {} };
  const Targets = [{ Arn: arnOf('Sweep'), Input: JSON.stringify(event) }];
  expect(
    read(
      { EventBusName: 'site', EventPattern },
      { EventPattern },
      { ScheduleExpression: 'rate(1 hour)', Targets },
    ),
  ).toEqual({
    rules: [
      { bus: 'site', pattern: EventPattern, targets: [{ queue: 'Fulfil' }] },
      { bus: 'default', pattern: EventPattern, targets: [{ queue: 'Fulfil' }] },
    ],
    schedules: [{ everyMilliseconds: 3_600_000, queue: 'Sweep', event }],
  });
});

test('reads the message group of a rule for a FIFO queue', () => {
  const Targets = [
    { Arn: arnOf('Blog.fifo'), SqsParameters: { MessageGroupId: 'blog' } },
    { Arn: arnOf('Letters') },
  ];
  expect(read({ EventPattern: {}, Targets }).rules).toMatchObject([
    { targets: [{ queue: 'Blog.fifo', group: 'blog' }, { queue: 'Letters' }] },
  ]);
});

test('rejects a rule that invokes a function', () => {
  const Targets = [{ Arn: 'arn:aws:lambda:us-east-1:000000000000:function:Fulfil' }];
  expect(() => read({ EventPattern: {}, Targets })).toThrow('only queues as targets');
});

test('names the functions that run regularly', () => {
  const source = { batchSize: 1, maxConcurrency: 5, reportsFailures: true };
  expect(
    scheduledFunctions({
      schedules: [1, 2].map((everyMilliseconds) => ({ everyMilliseconds, queue: 'Sweep', event: {} })),
      eventSources: [
        { ...source, queue: 'Sweep', functionId: 'EventsSweep' },
        { ...source, queue: 'Mails', functionId: 'EventsMails' },
      ],
      functions: [{ id: 'EventsSweep', name: 'sweep' } as LocalFunction],
    }),
  ).toEqual([{ name: 'sweep', queue: 'Sweep' }]);
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
