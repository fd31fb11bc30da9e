import { isDeepStrictEqual } from 'node:util';
import { Duration, Stack } from 'aws-cdk-lib';
import { Match } from 'aws-cdk-lib/assertions';
import { EventBus } from 'aws-cdk-lib/aws-events';
import { describe, expect, test } from 'vitest';
import { AlarmTopic } from '../../lib/alarm-topic.ts';
import { Alarms } from '../../lib/alarms.ts';
import { EventFunctions } from '../../lib/event-functions.ts';
import { stages } from '../../lib/stages.ts';
import { findQueues } from '../../scripts/commands/redrive/find-queues.ts';
import { resourcesOf, synthesize, synthesizeStack } from './synthesize.ts';

const site = await synthesize(stages.dev);
const isDeadLetterQueue = (logicalId: string) => logicalId.includes('DeadLetters');
/** A function of the site, run every hour. */
const scheduled = synthesizeStack((app) => {
  const stack = new Stack(app, 'scheduled');
  const { topic } = new AlarmTopic(stack, 'Alarms', stages.dev);
  const alarms = new Alarms(stack, 'DeadLetterAlarms', { siteName: 'scheduled', topic });
  new EventFunctions(stack, 'Events', { bus: new EventBus(stack, 'Bus'), alarms }).schedule(
    'countSignUp',
    Duration.hours(1),
  );
  return stack;
});

describe.each([
  ['the site', site],
  ['a scheduled function', scheduled],
])('every dead-letter queue of %s', (_, template) => {
  const queues = resourcesOf(template, 'AWS::SQS::Queue').flatMap(([id]) =>
    isDeadLetterQueue(id) ? [id] : [],
  );
  const alarms = resourcesOf(template, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties);

  test('has an alarm that notifies the team of the first event in it', () => {
    expect(queues).not.toEqual([]);
    for (const queue of queues) {
      const watching = alarms.filter(
        ({ Dimensions: [dimension] = [] }) => dimension?.Value['Fn::GetAtt']?.[0] === queue,
      );
      expect(watching, queue).toEqual([
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
    }
  });

  test('receives what EventBridge and Lambda, or a queue, could not deliver', () => {
    const arnOf = (queue: string) => ({ 'Fn::GetAtt': [queue, 'Arn'] });
    const ofRules = resourcesOf(template, 'AWS::Events::Rule').flatMap(([, { Properties }]) =>
      Properties.Targets.map((target: { DeadLetterConfig: { Arn: unknown } }) => target.DeadLetterConfig.Arn),
    );
    const ofFunctions = resourcesOf(template, 'AWS::Lambda::EventInvokeConfig').flatMap(
      ([, { Properties }]) => Properties.DestinationConfig?.OnFailure.Destination ?? [],
    );
    const ofQueues = resourcesOf(template, 'AWS::SQS::Queue').flatMap(
      ([, { Properties }]) => Properties?.RedrivePolicy?.deadLetterTargetArn ?? [],
    );
    for (const queue of queues) {
      if (ofQueues.some((target) => isDeepStrictEqual(target, arnOf(queue)))) continue;
      expect(ofRules).toContainEqual(arnOf(queue));
      if (queue.includes('Undelivered')) continue;
      expect(ofFunctions).toContainEqual(arnOf(queue));
    }
  });
});

function queueOf(consumer: string) {
  const [[id, { Properties: queue }] = ['', { Properties: {} }]] = resourcesOf(
    site,
    'AWS::SQS::Queue',
  ).filter(([name]) => name.startsWith(`Events${consumer}Queue`));
  const [[, { Properties: source }] = ['', { Properties: {} }]] = resourcesOf(
    site,
    'AWS::Lambda::EventSourceMapping',
  ).filter(([, { Properties }]) =>
    isDeepStrictEqual(Properties.EventSourceArn, { 'Fn::GetAtt': [id, 'Arn'] }),
  );
  return { id, queue, source };
}

describe('the queue between the rule and deleteAccount', () => {
  const { id, queue, source } = queueOf('deleteAccount');
  const lambda = site.findResources('AWS::Lambda::Function')[source.FunctionName.Ref]?.Properties;

  test('gets the event from the rule, and is the only caller of the function', () => {
    const targets = resourcesOf(site, 'AWS::Events::Rule').flatMap(([, { Properties }]) =>
      Properties.EventPattern?.['detail-type']?.includes('AccountDeletionRequested')
        ? Properties.Targets
        : [],
    );
    expect(targets).toEqual([
      expect.objectContaining({
        Arn: { 'Fn::GetAtt': [id, 'Arn'] },
        DeadLetterConfig: { Arn: queue.RedrivePolicy.deadLetterTargetArn },
        RetryPolicy: { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 },
      }),
    ]);
    expect(lambda?.Environment.Variables.POWERTOOLS_SERVICE_NAME).toBe('deleteAccount');
  });

  test('is a standard queue that retries for half a day before the team is alerted', () => {
    expect(queue.FifoQueue).toBeUndefined();
    expect(queue.RedrivePolicy.maxReceiveCount * queue.VisibilityTimeout).toBe(12 * 60 * 60);
    expect(queue.MessageRetentionPeriod).toBeGreaterThan(12 * 60 * 60);
  });

  test('hides an event for at least six times the timeout of its function', () => {
    expect(queue.VisibilityTimeout).toBeGreaterThanOrEqual(6 * lambda?.Timeout);
    expect(source.BatchSize).toBe(1);
  });
});

describe('the queue of a function that handles messages in order', () => {
  const { queue, source } = queueOf('syncPaidGroup');

  test('is a FIFO queue with a FIFO dead-letter queue', () => {
    const target = queue.RedrivePolicy.deadLetterTargetArn['Fn::GetAtt'][0];
    expect([queue.FifoQueue, site.findResources('AWS::SQS::Queue')[target]?.Properties.FifoQueue]).toEqual([
      true,
      true,
    ]);
    expect(queue.ContentBasedDeduplication).toBeUndefined();
  });

  test('hides a message for six times the timeout of its function, so that a killed run ends before the next one', () => {
    const lambda = site.findResources('AWS::Lambda::Function')[source.FunctionName.Ref];
    expect(queue.VisibilityTimeout).toBe(6 * lambda?.Properties.Timeout);
    expect(source.BatchSize).toBe(1);
  });

  test('retries for an hour before the team is alerted', () => {
    expect(queue.RedrivePolicy.maxReceiveCount * queue.VisibilityTimeout).toBe(60 * 60);
  });
});

describe('the queue of a function that handles events in order', () => {
  const { id, queue, source } = queueOf('publishBlog');
  const lambda = site.findResources('AWS::Lambda::Function')[source.FunctionName.Ref];
  const rules = resourcesOf(site, 'AWS::Events::Rule').filter(([rule]) =>
    rule.startsWith('EventspublishBlogOn'),
  );

  test('is a FIFO queue that accepts the same event only once, with a FIFO dead-letter queue', () => {
    const target = queue.RedrivePolicy.deadLetterTargetArn['Fn::GetAtt'][0];
    expect(queue).toMatchObject({ FifoQueue: true, ContentBasedDeduplication: true });
    expect(site.findResources('AWS::SQS::Queue')[target]?.Properties.FifoQueue).toBe(true);
  });

  test('hides messages for six times the timeout of its function, and retries for an hour', () => {
    expect(queue.VisibilityTimeout).toBe(6 * lambda?.Properties.Timeout);
    expect(queue.RedrivePolicy.maxReceiveCount * queue.VisibilityTimeout).toBe(60 * 60);
  });

  test('delivers up to ten messages together, to a function that may send itself messages', () => {
    expect(source.BatchSize).toBe(10);
    expect(lambda?.Properties.RecursiveLoop).toBe('Allow');
  });

  test('receives whole events from both buses in one message group, and has a standard queue for what EventBridge cannot deliver', () => {
    expect(rules.map(([, { Properties }]) => Properties.EventPattern['detail-type'])).toEqual(
      expect.arrayContaining([['ArticleChanged'], ['Object Created']]),
    );
    const undelivered = resourcesOf(site, 'AWS::SQS::Queue').find(([queueId]) =>
      queueId.startsWith('EventspublishBlogUndelivered'),
    );
    expect(undelivered?.[1].Properties.FifoQueue).toBeUndefined();
    for (const [, { Properties }] of rules) {
      expect(Properties.Targets).toEqual([
        {
          Id: 'Target0',
          Arn: { 'Fn::GetAtt': [id, 'Arn'] },
          SqsParameters: { MessageGroupId: 'publishBlog' },
          DeadLetterConfig: { Arn: { 'Fn::GetAtt': [undelivered?.[0], 'Arn'] } },
          RetryPolicy: { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 },
        },
      ]);
    }
  });

  test('alerts the team when a message has waited for two attempts', () => {
    site.hasResourceProperties('AWS::CloudWatch::Alarm', {
      MetricName: 'ApproximateAgeOfOldestMessage',
      Dimensions: [{ Name: 'QueueName', Value: { 'Fn::GetAtt': [id, 'QueueName'] } }],
      Threshold: 2 * queue.VisibilityTimeout,
    });
  });
});

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

test('runs schedules with a rule that has the same retries as events', () => {
  const rules = resourcesOf(scheduled, 'AWS::Events::Rule').map(([, { Properties }]) => Properties);
  expect(rules).toEqual([
    expect.objectContaining({
      ScheduleExpression: 'rate(1 hour)',
      State: 'ENABLED',
      Targets: [
        expect.objectContaining({
          RetryPolicy: { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 },
        }),
      ],
    }),
  ]);
  scheduled.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
    MaximumRetryAttempts: 2,
    MaximumEventAgeInSeconds: 21_600,
  });
});

test('lets npm run redrive find each queue and its function by the names in the stack', () => {
  const resources = Object.entries(site.toJSON().Resources as Record<string, { Type: string }>).map(
    ([logicalId, { Type: type }]) => ({ logicalId, type, physicalId: `physical ${logicalId}` }),
  );
  const queues = resourcesOf(site, 'AWS::SQS::Queue').flatMap(([id]) =>
    isDeadLetterQueue(id) ? [`physical ${id}`] : [],
  );
  const found = findQueues(resources);
  expect(found.map(({ queueUrl }) => queueUrl).sort()).toEqual(queues.sort());
  const sources = found.flatMap(({ consumer, sourceQueueUrl }) =>
    sourceQueueUrl ? [[consumer, sourceQueueUrl]] : [],
  );
  expect(sources).toEqual(
    [
      ...['deleteAccount', 'issueLicense', 'processWithdrawal', 'publishBlog', 'publishBlog'],
      ...['sendMailing', 'sendMailing', 'syncPaidGroup'],
    ].map((consumer) => [consumer, `physical ${queueOf(consumer).id}`]),
  );
  const functions = site.findResources('AWS::Lambda::Function');
  for (const { consumer, functionName } of found) {
    const { Properties } = functions[functionName.replace('physical ', '')] ?? {};
    expect(Properties?.Environment.Variables.POWERTOOLS_SERVICE_NAME).toBe(consumer);
  }
});
