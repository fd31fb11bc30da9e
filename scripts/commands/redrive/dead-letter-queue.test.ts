import {
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { describeWaiting, moveBack } from './dead-letter-queue.ts';

const mock = mockClient(SQSClient);
const sqs = new SQSClient({});
const queue = {
  consumer: 'mailer',
  queueUrl: 'https://sqs.test/dead',
  sourceQueueUrl: 'https://sqs.test/mailer',
};
const undelivered = { consumer: 'publishBlog', queueUrl: 'https://sqs.test/dead' };
const messageOf = (body: string, hour: number) => ({
  Body: body,
  Attributes: { SentTimestamp: String(Date.UTC(2026, 10, 28, hour)) },
});
const hasMessages = (count: number) =>
  mock.on(GetQueueAttributesCommand).callsFake(({ QueueUrl }) => ({
    Attributes: {
      QueueArn: QueueUrl.replace('https://sqs.test/', 'arn:'),
      ApproximateNumberOfMessages: String(count),
    },
  }));

beforeEach(() => {
  mock.reset();
  mock.on(ReceiveMessageCommand).resolves({
    Messages: [
      messageOf('{"detail-type":"UserRegistered","detail":{"email":"ana@example.test"}}', 9),
      messageOf('{"detail-type":"ContactSubmitted"}', 8),
      messageOf('{"detail-type":"ContactSubmitted"}', 10),
      messageOf('{"userId":"user-1"}', 10),
      messageOf('{', 10),
    ],
  });
});

describe('describeWaiting', () => {
  it('shows the number, types and age of the messages, and nothing of their content', async () => {
    hasMessages(12);
    expect(await describeWaiting(sqs, queue)).toBe(
      'mailer: 12 waiting: ContactSubmitted, UserRegistered, a message, not JSON, since 2026-11-28T08:00Z',
    );
    expect(mock.commandCalls(ReceiveMessageCommand)[0]?.args[0].input).toMatchObject({
      VisibilityTimeout: 0,
    });
  });

  it('shows the number while others hold the messages', async () => {
    hasMessages(1);
    mock.on(ReceiveMessageCommand).resolves({});
    expect(await describeWaiting(sqs, queue)).toBe('mailer: 1 waiting');
  });

  it('says that events for a FIFO queue cannot return', async () => {
    hasMessages(1);
    expect(await describeWaiting(sqs, undelivered)).toContain(
      'AWS cannot move them there: see docs/alarms.md',
    );
  });

  it('shows nothing of an empty queue', async () => {
    hasMessages(0);
    expect(await describeWaiting(sqs, queue)).toBeUndefined();
  });
});

describe('moveBack', () => {
  const moves = () => mock.commandCalls(StartMessageMoveTaskCommand).map(({ args }) => args[0].input);

  it('lets SQS move the messages to the queue of the function', async () => {
    hasMessages(3);
    mock.on(StartMessageMoveTaskCommand).resolves({});
    expect(await moveBack(sqs, queue)).toBe(3);
    expect(moves()).toEqual([{ SourceArn: 'arn:dead', DestinationArn: 'arn:mailer' }]);
  });

  it.each([
    ['an empty queue', 0, queue],
    ['events for a FIFO queue', 3, undelivered],
  ])('moves nothing of %s', async (_, count, from) => {
    hasMessages(count);
    expect(await moveBack(sqs, from)).toBe(0);
    expect(moves()).toEqual([]);
  });
});
