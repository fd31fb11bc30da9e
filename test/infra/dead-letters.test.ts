import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it, test, vi } from 'vitest';
import { stages } from '../../lib/stages.ts';
import { findQueues } from '../../scripts/commands/redrive/find-queues.ts';
import { functionEnvironment } from '../function-environment.ts';
import { resourcesOf, synthesize } from './synthesize.ts';

const site = await synthesize(stages.dev);
const hour = 60 * 60;

/** The consumers that SQS retries for another time than an hour, in seconds. */
const retries: Record<string, number> = {
  deleteAccount: 12 * hour,
  orders: 12 * hour,
  // Five attempts, six timeouts apart.
  reconcile: 7.5 * hour,
  sweepAccounts: 7.5 * hour,
  publishRelease: 5 * hour,
  sendMailing: 2.5 * hour,
};
/** FIFO queues, each with how many messages a run gets. */
const inOrder: Record<string, number> = {
  syncPaidGroup: 1,
  issueLicense: 1,
  sendMailing: 1,
  publishBlog: 10,
};
/** FIFO queues that rules send to, as one group. */
const oneGroup = ['publishBlog', 'sendMailing'];

const queues = site.findResources('AWS::SQS::Queue');
const functions = site.findResources('AWS::Lambda::Function');
const rules = resourcesOf(site, 'AWS::Events::Rule').map(([, { Properties }]) => Properties);
const alarms = resourcesOf(site, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties);
const idOf = (arn: { 'Fn::GetAtt': [string] }) => arn['Fn::GetAtt'][0];
const isDeadLetterQueue = (logicalId: string) => logicalId.includes('DeadLetters');

const consumers = resourcesOf(site, 'AWS::Lambda::EventSourceMapping').map(([, { Properties: source }]) => {
  const lambda = functions[source.FunctionName.Ref]?.Properties;
  const id = idOf(source.EventSourceArn);
  const queue = queues[id]?.Properties;
  const name: string = lambda?.Environment.Variables.POWERTOOLS_SERVICE_NAME;
  return { name, id, queue, source, lambda, deadLetters: idOf(queue?.RedrivePolicy.deadLetterTargetArn) };
});

it('runs functions on events only through a queue', () => {
  expect(consumers.length).toBeGreaterThan(10);
  const sources = new Set(consumers.map(({ id }) => id));
  for (const { Targets } of rules)
    for (const { Arn } of Targets) expect(sources, 'a rule sends to another target').toContain(idOf(Arn));
  for (const [, { Properties }] of resourcesOf(site, 'AWS::Lambda::EventInvokeConfig'))
    expect(Properties.DestinationConfig, 'AWS returns no dead letters of such a destination').toBeUndefined();
});

/** It reads its messages itself. */
const readsAnyMessage = 'publishBlog';

it.each(consumers.filter(({ id, name }) => rulesTo(id).length > 0 && name !== readsAnyMessage))(
  'handles the event types that the rules send to $name, and no others',
  async ({ name, id }) => {
    for (const [variable, value] of Object.entries(functionEnvironment)) vi.stubEnv(variable, value);
    const { handler } = await import(`../../lambdas/${name}/handler.ts`);
    expect(new Set(handler.eventTypes)).toEqual(new Set(rulesTo(id).flatMap(eventTypesOf)));
  },
);

function rulesTo(queueId: string) {
  return rules.filter(({ Targets }) =>
    Targets.some(({ Arn }: { Arn: { 'Fn::GetAtt': [string] } }) => idOf(Arn) === queueId),
  );
}

function eventTypesOf({ EventPattern: pattern, Targets }: (typeof rules)[number]): string[] {
  if (pattern) return pattern['detail-type'];
  return Targets.map(({ Input: input }: { Input: unknown }) => {
    const [, type = ''] = /"detail-type":"([^"]+)"/.exec(JSON.stringify(input).replaceAll('\\"', '"')) ?? [];
    return type;
  });
}

describe.each(consumers.map((consumer) => [consumer.name, consumer] as const))('%s', (name, consumer) => {
  const { id, queue, source, lambda, deadLetters } = consumer;
  const isFifo = name in inOrder;

  it('reports which messages of a batch have failed', () => {
    expect(source.FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
    expect(source.BatchSize).toBe(inOrder[name] ?? 1);
  });

  it('has a queue with its own dead-letter queue of the same kind', () => {
    expect([queue?.FifoQueue, queues[deadLetters]?.Properties.FifoQueue]).toEqual(
      isFifo ? [true, true] : [undefined, undefined],
    );
    expect(consumers.filter((other) => other.deadLetters === deadLetters)).toHaveLength(1);
  });

  it('hides a message for at least six timeouts, so that a killed run ends before the next one', () => {
    expect(queue?.VisibilityTimeout).toBeGreaterThanOrEqual(6 * lambda?.Timeout);
  });

  it('retries for as long as the table says, and less long than SQS keeps the message', () => {
    const seconds = queue?.RedrivePolicy.maxReceiveCount * queue?.VisibilityTimeout;
    expect(seconds).toBe(retries[name] ?? hour);
    expect(queue?.RedrivePolicy.maxReceiveCount).toBeGreaterThanOrEqual(5);
    expect(queue?.MessageRetentionPeriod).toBe(14 * 24 * hour);
  });

  it('keeps the events that EventBridge cannot deliver for a day', () => {
    const targets = rules.flatMap(({ Targets }) =>
      Targets.filter(({ Arn }: { Arn: { 'Fn::GetAtt': [string] } }) => idOf(Arn) === id),
    );
    for (const { DeadLetterConfig, RetryPolicy, SqsParameters } of targets) {
      expect(RetryPolicy).toEqual({ MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 });
      // The dead-letter queue of a rule must be a standard queue.
      const undelivered = idOf(DeadLetterConfig.Arn);
      expect(queues[undelivered]?.Properties.FifoQueue).toBeUndefined();
      if (!isFifo) expect(undelivered).toBe(deadLetters);
      expect(SqsParameters).toEqual(isFifo ? { MessageGroupId: name } : undefined);
    }
    expect(queue?.ContentBasedDeduplication).toBe(isFifo && targets.length > 0 ? true : undefined);
    expect(isFifo && targets.length > 0).toBe(oneGroup.includes(name));
  });
});

it.each(oneGroup)('alerts the team when a message of %s has waited for two attempts', (name) => {
  const { id, queue } = consumers.find((consumer) => consumer.name === name) ?? {};
  site.hasResourceProperties('AWS::CloudWatch::Alarm', {
    MetricName: 'ApproximateAgeOfOldestMessage',
    Dimensions: [{ Name: 'QueueName', Value: { 'Fn::GetAtt': [id, 'QueueName'] } }],
    Threshold: 2 * queue?.VisibilityTimeout,
  });
});

it.each(Object.keys(queues).filter(isDeadLetterQueue))(
  'alerts the team of the first message in %s',
  (queue) => {
    const watching = alarms.filter(
      ({ Dimensions: [dimension] = [] }) => dimension?.Value['Fn::GetAtt']?.[0] === queue,
    );
    expect(watching).toEqual([
      expect.objectContaining({
        Namespace: 'AWS/SQS',
        MetricName: 'ApproximateNumberOfMessagesVisible',
        Dimensions: [{ Name: 'QueueName', Value: { 'Fn::GetAtt': [queue, 'QueueName'] } }],
        Statistic: 'Maximum',
        ComparisonOperator: 'GreaterThanOrEqualToThreshold',
        Threshold: 1,
        EvaluationPeriods: 1,
        TreatMissingData: 'notBreaching',
        AlarmActions: [{ Ref: expect.stringMatching(/^AlarmsTopic/) }],
      }),
    ]);
  },
);

describe('alarms', () => {
  const [[topic] = ['']] = resourcesOf(site, 'AWS::SNS::Topic');
  const fromCloudWatch = {
    Effect: 'Allow',
    Principal: { Service: 'cloudwatch.amazonaws.com' },
    Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
  };

  test('go to the address of the stage', () => {
    site.hasResourceProperties('AWS::SNS::Subscription', {
      TopicArn: { Ref: topic },
      Protocol: 'email',
      Endpoint: stages.dev.alarmAddress,
    });
  });

  test('are encrypted, by a key that CloudWatch may use', () => {
    const [[key] = ['']] = resourcesOf(site, 'AWS::KMS::Key').filter(([id]) => id.startsWith('Alarms'));
    site.hasResourceProperties('AWS::SNS::Topic', {
      KmsMasterKeyId: { 'Fn::GetAtt': [key, 'Arn'] },
    });
    site.hasResourceProperties('AWS::KMS::Key', {
      EnableKeyRotation: true,
      KeyPolicy: {
        Statement: Match.arrayWith([
          Match.objectLike({ ...fromCloudWatch, Action: ['kms:Decrypt', 'kms:GenerateDataKey*'] }),
        ]),
      },
    });
  });

  test('use TLS only, and only CloudWatch may send them', () => {
    const [[, { Properties: policy }] = ['', { Properties: {} }]] = resourcesOf(
      site,
      'AWS::SNS::TopicPolicy',
    );
    expect(policy.Topics).toEqual([{ Ref: topic }]);
    expect(policy.PolicyDocument.Statement).toEqual([
      expect.objectContaining({
        Effect: 'Deny',
        Action: 'sns:Publish',
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      }),
      expect.objectContaining({ ...fromCloudWatch, Action: 'sns:Publish', Resource: { Ref: topic } }),
    ]);
  });
});

test('lets npm run redrive find each dead-letter queue and the queue in front of its function', () => {
  const resources = Object.entries(site.toJSON().Resources as Record<string, { Type: string }>).map(
    ([logicalId, { Type: type }]) => ({ logicalId, type, physicalId: logicalId }),
  );
  const found = findQueues(resources);
  expect(found.map(({ queueUrl }) => queueUrl).sort()).toEqual(
    Object.keys(queues).filter(isDeadLetterQueue).sort(),
  );
  const returnable = found.flatMap(({ consumer, queueUrl, sourceQueueUrl }) =>
    sourceQueueUrl ? [[consumer, queueUrl, sourceQueueUrl]] : [],
  );
  expect(returnable.sort()).toEqual(
    consumers.map(({ name, deadLetters, id }) => [name, deadLetters, id]).sort(),
  );
});
