import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  type ReceiveMessageCommandInput,
  SendMessageCommand,
  type SendMessageCommandInput,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { beforeEach, describe, expect, test } from 'vitest';
import { localClient } from '../../../scripts/commands/stage/connect.ts';
import { startAwsServices } from '../../aws-services.ts';
import type { EventBus } from '../eventbridge/event-bus.ts';
import type { KeyService } from '../kms/key-service.ts';
import type { Secrets } from '../secrets-manager/secrets.ts';
import type { MailService } from '../ses/mail-service.ts';
import { openQueueStore, type QueueStore } from './queue-store.ts';

const queues = [
  { name: 'FulfilDeadLetters', isFifo: false, visibilitySeconds: 30 },
  { name: 'WelcomeDeadLetters', isFifo: false, visibilitySeconds: 30 },
  {
    name: 'Members',
    isFifo: true,
    visibilitySeconds: 30,
    deadLetters: { queue: 'MembersDeadLetters', maxReceives: 1 },
  },
  { name: 'MembersDeadLetters', isFifo: true, visibilitySeconds: 30 },
];

let dir: string;
/** Milliseconds since 1970. */
let time: number;
let store: QueueStore;
let sqs: SQSClient;
let endpoint: string;
let QueueUrl: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'answer-sqs-'));
  time = Date.UTC(2026, 0, 1);
  store = await openQueueStore({ dir: join(dir, 'queues'), queues, now: () => time });
  const services = await startAwsServices({
    bus: {} as EventBus,
    queues: store,
    mailer: {} as MailService,
    secrets: {} as Secrets,
    keys: {} as KeyService,
    publishToChannel: () => ({ status: 404, body: {} }),
    answerMetrics: () => undefined,
    parameters: {},
  });
  endpoint = services.endpoint;
  sqs = new SQSClient({ ...localClient(endpoint), maxAttempts: 1 });
  QueueUrl = `${endpoint}/FulfilDeadLetters`;
  return async () => {
    await services.close();
    await rm(dir, { recursive: true });
  };
});

const pass = (seconds: number) => {
  time += seconds * 1000;
};

/** Puts as many messages into a dead-letter queue. */
async function die(count: number) {
  for (let number = 1; number <= count; number++)
    await store.send('FulfilDeadLetters', { body: JSON.stringify({ number }) });
}

const receive = async (options: Omit<ReceiveMessageCommandInput, 'QueueUrl'> = {}) =>
  (await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, ...options }))).Messages ??
  [];
const bodiesIn = (queue: string) => store.list(queue).map(({ message }) => message.body);

describe('dead-letter queue', () => {
  test('holds its messages, with the time when each was sent', async () => {
    await die(1);
    const [message] = await receive({ MessageSystemAttributeNames: ['SentTimestamp'] });
    const [stored] = store.list('FulfilDeadLetters');
    expect(message).toMatchObject({ MessageId: stored?.message.id, Body: '{"number":1}' });
    expect(message?.Attributes?.SentTimestamp).toBe(String(stored?.message.sentAt));
    expect(stored?.message.sentAt).toBe(time);
  });

  test('holds nothing of other functions', async () => {
    await die(1);
    QueueUrl = QueueUrl.replace('Fulfil', 'Welcome');
    expect(await receive()).toEqual([]);
    expect(await sqs.send(new ReceiveMessageCommand({ QueueUrl }))).not.toHaveProperty('Messages');
  });
});

describe('ReceiveMessage', () => {
  test('hides what it returns for as long as asked, and GetQueueAttributes counts it', async () => {
    await die(12);
    expect(await receive({ VisibilityTimeout: 120 })).toHaveLength(10);
    expect(await receive({ VisibilityTimeout: 120 })).toHaveLength(2);
    expect(await receive()).toEqual([]);
    const { Attributes } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
    );
    expect(Attributes).toEqual({
      QueueArn: 'arn:aws:sqs:us-east-1:000000000000:FulfilDeadLetters',
      ApproximateNumberOfMessages: '0',
      ApproximateNumberOfMessagesNotVisible: '12',
    });
    pass(119);
    expect(await receive()).toEqual([]);
    pass(1);
    expect(await receive()).toHaveLength(10);
  });

  test('refuses a queue that does not exist as SQS does', async () => {
    QueueUrl = QueueUrl.replace('Fulfil', 'Other');
    await expect(receive()).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
  });
});

describe('SendMessage', () => {
  const ids = { MessageGroupId: 'user-1', MessageDeduplicationId: 'change-1' };
  const send = (more: Partial<SendMessageCommandInput> = ids) =>
    sqs.send(
      new SendMessageCommand({
        QueueUrl: `${endpoint}/Members`,
        MessageBody: '{"userId":"user-1"}',
        ...more,
      }),
    );

  test('stores the message and returns its id', async () => {
    const { MessageId, SequenceNumber } = await send();
    expect(SequenceNumber).toMatch(/^\d+$/);
    expect(store.list('Members')).toMatchObject([
      { message: { id: MessageId, body: '{"userId":"user-1"}', group: 'user-1', sentAt: time } },
    ]);
    QueueUrl = `${endpoint}/Members`;
    expect(await receive()).toMatchObject([{ MessageId, Body: '{"userId":"user-1"}' }]);
  });

  test('finds the queue by the URL that it has on AWS', async () => {
    await new SQSClient({ ...localClient(endpoint), useQueueUrlAsEndpoint: false }).send(
      new SendMessageCommand({
        QueueUrl: 'https://sqs.us-east-1.amazonaws.com/000000000000/Members',
        MessageBody: 'one',
        ...ids,
      }),
    );
    expect(bodiesIn('Members')).toEqual(['one']);
  });

  test('refuses a queue that does not exist as SQS does', async () => {
    await expect(send({ ...ids, QueueUrl: `${endpoint}/Other` })).rejects.toMatchObject({
      name: 'QueueDoesNotExist',
    });
  });
});

describe('StartMessageMoveTask', () => {
  const move = async (DestinationArn?: string) => {
    const { Attributes } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }),
    );
    return sqs.send(new StartMessageMoveTaskCommand({ SourceArn: Attributes?.QueueArn, DestinationArn }));
  };

  test('gives the messages of a dead-letter queue back to their queue', async () => {
    await store.send('Members', { body: 'one', group: 'a', deduplicationId: '1' });
    await store.receive('Members');
    pass(30);
    await store.receive('Members');
    expect(bodiesIn('MembersDeadLetters')).toEqual(['one']);
    QueueUrl = `${endpoint}/MembersDeadLetters`;
    expect((await move()).TaskHandle).toEqual(expect.any(String));
    expect([bodiesIn('Members'), bodiesIn('MembersDeadLetters')]).toEqual([['one'], []]);
  });
});

test('refuses an operation that it does not implement', async () => {
  const deletion = new DeleteMessageCommand({ QueueUrl, ReceiptHandle: 'a.1' });
  await expect(sqs.send(deletion)).rejects.toThrow('No AmazonSQS.DeleteMessage here.');
});
