import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { localClient } from '../scripts/connect.ts';
import { startAwsServices } from './aws-services.ts';
import { type EventBus, openEventBus } from './event-bus.ts';
import type { KeyService } from './key-service.ts';
import type { MailService } from './mail-service.ts';
import type { LocalFunction } from './read-stack.ts';
import type { Secrets } from './secrets.ts';

const functions = [
  { id: 'Fulfil', retryAttempts: 0, deadLetterQueue: 'FulfilDeadLetters' },
  { id: 'Welcome', retryAttempts: 0, deadLetterQueue: 'WelcomeDeadLetters' },
] as LocalFunction[];
const rules = [{ bus: 'site', pattern: { 'detail-type': ['OrderPaid'] }, functionIds: ['Fulfil'] }];

let dir: string;
let bus: EventBus;
let sqs: SQSClient;
let lambda: LambdaClient;
let QueueUrl: string;
const invoke = vi.fn<(functionId: string, event: unknown) => Promise<unknown>>();

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'dead-letters-'));
  invoke.mockReset().mockRejectedValue(new TypeError('away: "Fulfil"'));
  bus = await openEventBus({
    dir,
    region: 'us-east-1',
    rules,
    schedules: [],
    functions,
    onProblem: () => {},
  });
  await bus.start(invoke);
  const services = await startAwsServices({
    bus,
    functions,
    mailer: {} as MailService,
    secrets: {} as Secrets,
    keys: {} as KeyService,
  });
  const options = { ...localClient(services.endpoint), maxAttempts: 1 };
  sqs = new SQSClient(options);
  lambda = new LambdaClient(options);
  QueueUrl = `${services.endpoint}/FulfilDeadLetters`;
  return async () => {
    vi.useRealTimers();
    bus.stop();
    await services.close();
    await rm(dir, { recursive: true });
  };
});

async function die(count: number) {
  for (let number = 1; number <= count; number++)
    await bus.put('site', 'lorewright', 'OrderPaid', { number });
  await vi.waitFor(async () => expect(await bus.deadLetters()).toHaveLength(count));
}

const receive = async (options: { MaxNumberOfMessages?: number; VisibilityTimeout?: number } = {}) =>
  (await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, ...options }))).Messages ??
  [];

describe('a queue', () => {
  test('holds what its function could not handle, as Lambda describes it', async () => {
    await die(1);
    const [message] = await receive();
    expect(JSON.parse(message?.Body ?? '')).toMatchObject({
      requestContext: { condition: 'RetriesExhausted', approximateInvokeCount: 1 },
      requestPayload: { 'detail-type': 'OrderPaid', detail: { number: 1 } },
      responsePayload: { errorType: 'TypeError', errorMessage: 'away: "Fulfil"' },
    });
    const [letter] = await bus.deadLetters();
    expect(message?.Attributes?.SentTimestamp).toBe(String(Date.parse(letter?.diedAt ?? '')));
  });

  test('holds nothing of other functions', async () => {
    await die(1);
    QueueUrl = QueueUrl.replace('Fulfil', 'Welcome');
    expect(await receive()).toEqual([]);
  });

  test('hides what was received for as long as was asked, and counts it', async () => {
    await die(12);
    vi.useFakeTimers({ toFake: ['Date'] });
    expect(await receive({ VisibilityTimeout: 120 })).toHaveLength(10);
    expect(await receive({ VisibilityTimeout: 120 })).toHaveLength(2);
    expect(await receive()).toEqual([]);
    const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl }));
    expect(Attributes).toEqual({
      ApproximateNumberOfMessages: '0',
      ApproximateNumberOfMessagesNotVisible: '12',
    });
    vi.setSystemTime(Date.now() + 120_000);
    expect(await receive()).toHaveLength(10);
  });

  test('shows at once what is given back', async () => {
    await die(1);
    const [{ ReceiptHandle } = {}] = await receive();
    await sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }));
    expect(await receive()).toHaveLength(1);
  });

  test('loses what is deleted, and deleting twice is no failure', async () => {
    await die(1);
    const [{ ReceiptHandle } = {}] = await receive();
    for (let time = 1; time <= 2; time++)
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    expect(await bus.deadLetters()).toEqual([]);
  });

  test('deletes its own letters only', async () => {
    await writeFile(join(dir, 'other.json'), '');
    const deletion = new DeleteMessageCommand({ QueueUrl, ReceiptHandle: '../other' });
    await expect(sqs.send(deletion)).rejects.toMatchObject({ name: 'ReceiptHandleIsInvalid' });
    expect(await readdir(dir)).toContain('other.json');
  });

  test('that is not there is refused as SQS refuses it', async () => {
    QueueUrl = QueueUrl.replace('Fulfil', 'Other');
    await expect(receive()).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
  });
});

describe('an invocation that nobody waits for', () => {
  const invokeLater = (FunctionName: string) =>
    lambda.send(
      new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload: Buffer.from('{"id":"event-1"}') }),
    );

  test('runs the function after it was answered', async () => {
    invoke.mockReset().mockResolvedValue(undefined);
    expect((await invokeLater('Welcome')).StatusCode).toBe(202);
    await vi.waitFor(() => expect(invoke).toHaveBeenCalledExactlyOnceWith('Welcome', { id: 'event-1' }));
  });

  test('of a function that is not there is refused as Lambda refuses it', async () => {
    await expect(invokeLater('Other')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });
});
