import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { listDeadLetters, moveBack, redrive } from './dead-letter-queue.ts';

const queue = {
  consumer: 'fulfilOrder',
  functionName: 'Fulfil',
  queueUrl: 'https://sqs.test/fulfil',
};
const queueOfQueue = {
  consumer: 'syncPaidGroup',
  functionName: 'SyncPaidGroup',
  queueUrl: 'https://sqs.test/sync-paid-group.fifo',
  sourceQueueUrl: 'https://sqs.test/source.fifo',
};
const sqsMock = mockClient(SQSClient);
const lambdaMock = mockClient(LambdaClient);
const sqs = new SQSClient({});
const lambda = new LambdaClient({});

interface Stored {
  id: string;
  body: string;
  isHidden: boolean;
}
let stored: Stored[];
let receipts: number;
/** The calls to AWS, in order. */
let log: string[];
/** The call that fails once. */
let failing: 'invoke' | 'delete' | undefined;

function failOnce(call: typeof failing): void {
  if (failing !== call) return;
  failing = undefined;
  throw new Error(`${call} failed`);
}

const letter = (eventId: string) =>
  JSON.stringify({
    requestContext: { condition: 'RetriesExhausted' },
    requestPayload: {
      id: eventId,
      source: 'lorewright',
      'detail-type': 'CheckoutChanged',
      detail: { eventId },
    },
    responsePayload: { errorType: 'Error', errorMessage: 'away' },
  });
const add = (id: string, body: string) => stored.push({ id, body, isHidden: false });
const idOf = (receiptHandle = '') => receiptHandle.split('#')[0] ?? '';
const run = () => redrive({ sqs, lambda, queue, onSent: () => {} });
const visible = () => stored.filter(({ isHidden }) => !isHidden).map(({ id }) => id);

function receive(count = 10) {
  const messages = stored.filter(({ isHidden }) => !isHidden).slice(0, count);
  for (const message of messages) message.isHidden = true;
  return {
    Messages: messages.map(({ id, body }) => ({
      MessageId: id,
      Body: body,
      ReceiptHandle: `${id}#${++receipts}`,
      Attributes: { SentTimestamp: '1767323045000' },
    })),
  };
}

beforeEach(() => {
  [stored, receipts, log, failing] = [[], 0, [], undefined];
  sqsMock.reset();
  lambdaMock.reset();
  sqsMock
    .on(ReceiveMessageCommand)
    .callsFake(({ MaxNumberOfMessages }) => receive(MaxNumberOfMessages))
    .on(DeleteMessageCommand)
    .callsFake(({ ReceiptHandle }) => {
      failOnce('delete');
      log.push(`delete ${idOf(ReceiptHandle)}`);
      stored = stored.filter(({ id }) => id !== idOf(ReceiptHandle));
    })
    .on(ChangeMessageVisibilityCommand)
    .callsFake(({ ReceiptHandle, VisibilityTimeout }) => {
      const message = stored.find(({ id }) => id === idOf(ReceiptHandle));
      if (message) message.isHidden = VisibilityTimeout > 0;
    })
    .on(GetQueueAttributesCommand)
    .resolves({ Attributes: { ApproximateNumberOfMessagesNotVisible: '0' } });
  lambdaMock.on(InvokeCommand).callsFake(({ Payload }) => {
    failOnce('invoke');
    log.push(`invoke ${JSON.parse(Buffer.from(Payload).toString()).id}`);
    return { StatusCode: 202 };
  });
});

describe('redrive', () => {
  test('sends the function each event unchanged and asynchronously, and empties the queue', async () => {
    for (let number = 1; number <= 25; number++) add(`m${number}`, letter(`e${number}`));
    const onSent = vi.fn();
    expect(await redrive({ sqs, lambda, queue, onSent })).toEqual({ sent: 25, cameBack: 0, unreadable: [] });
    expect(stored).toEqual([]);
    expect(onSent.mock.calls.map(([sent]) => sent)).toEqual(
      Array.from({ length: 25 }, (_, sent) => sent + 1),
    );
    const [call] = lambdaMock.commandCalls(InvokeCommand);
    const { FunctionName, InvocationType, Payload } = call?.args[0].input ?? {};
    expect([FunctionName, InvocationType]).toEqual(['Fulfil', 'Event']);
    expect(JSON.parse(Buffer.from(Payload as Uint8Array).toString()).detail).toEqual({ eventId: 'e1' });
  });

  test('deletes a message only after Lambda has its event', async () => {
    add('m1', letter('e1'));
    await run();
    expect(log).toEqual(['invoke e1', 'delete m1']);
  });

  test('sends the event again on the next run when it ends before the deletion', async () => {
    add('m1', letter('e1'));
    failing = 'delete';
    await expect(run()).rejects.toThrow('delete failed');
    expect(visible()).toEqual(['m1']);
    expect(await run()).toMatchObject({ sent: 1 });
    expect(log).toEqual(['invoke e1', 'invoke e1', 'delete m1']);
  });

  test('keeps a message that Lambda rejected, finishes the others and reports the error', async () => {
    for (const number of [1, 2, 3]) add(`m${number}`, letter(`e${number}`));
    failing = 'invoke';
    await expect(run()).rejects.toThrow('invoke failed');
    expect(visible()).toEqual(['m1']);
    expect(log.toSorted()).toEqual(['delete m2', 'delete m3', 'invoke e2', 'invoke e3']);
  });

  test('keeps a message that it cannot read and names it', async () => {
    add('m1', 'hello');
    add('m2', letter('e2'));
    expect(await run()).toEqual({ sent: 1, cameBack: 0, unreadable: ['m1'] });
    expect(visible()).toEqual(['m1']);
  });

  test('ends even if SQS delivers a hidden message again', async () => {
    add('m1', letter('e1'));
    add('m2', 'hello');
    sqsMock.on(ReceiveMessageCommand).callsFake(() => {
      for (const message of stored) message.isHidden = false;
      return receive();
    });
    expect(await run()).toEqual({ sent: 1, cameBack: 0, unreadable: ['m2'] });
  });

  test('sends a message once if SQS delivers it twice', async () => {
    add('m1', letter('e1'));
    const twice = receive();
    sqsMock
      .on(ReceiveMessageCommand)
      .resolvesOnce(twice)
      .resolvesOnce(twice)
      .callsFake(() => receive());
    expect(await run()).toMatchObject({ sent: 1 });
    expect(log).toEqual(['invoke e1', 'delete m1']);
  });

  test('sends each event once while the function keeps failing', async () => {
    add('m1', letter('e1'));
    add('m2', letter('e2'));
    lambdaMock.on(InvokeCommand).callsFake(({ Payload }) => {
      const { id } = JSON.parse(Buffer.from(Payload).toString());
      log.push(`invoke ${id}`);
      add(`again ${id} ${log.length}`, letter(id));
      return { StatusCode: 202 };
    });
    expect(await run()).toEqual({ sent: 2, cameBack: 2, unreadable: [] });
    expect(log.filter((entry) => entry.startsWith('invoke'))).toEqual(['invoke e1', 'invoke e2']);
    expect(visible()).toHaveLength(2);
  });

  test('empties the queue when two runs overlap', async () => {
    for (let number = 1; number <= 25; number++) add(`m${number}`, letter(`e${number}`));
    const results = await Promise.all([run(), run()]);
    expect(results.map(({ sent }) => sent).reduce((sum, sent) => sum + sent)).toBe(25);
    expect(stored).toEqual([]);
  });
});

describe('redrive of events that EventBridge could not send to a FIFO queue', () => {
  test('sends each event to the queue in the group of the rule, then deletes the message', async () => {
    sqsMock.on(SendMessageCommand).callsFake(() => {
      log.push('send');
    });
    add('m1', letter('e1'));
    const toQueue = { ...queueOfQueue, messageGroup: 'blog' };
    expect(await redrive({ sqs, lambda, queue: toQueue, onSent: () => {} })).toMatchObject({ sent: 1 });
    const [sent] = sqsMock.commandCalls(SendMessageCommand);
    expect(sent?.args[0].input).toEqual({
      QueueUrl: queueOfQueue.sourceQueueUrl,
      MessageBody: JSON.stringify(JSON.parse(letter('e1')).requestPayload),
      MessageGroupId: 'blog',
      MessageDeduplicationId: 'e1',
    });
    expect(log).toEqual(['send', 'delete m1']);
    expect(lambdaMock.calls()).toEqual([]);
  });
});

describe('list', () => {
  test('reports the type, error and time of each event and leaves all of them visible', async () => {
    add('m1', letter('e1'));
    add('m2', 'hello');
    for (let number = 3; number <= 14; number++) add(`m${number}`, letter(`e${number}`));
    const { letters, unreadable, hidden } = await listDeadLetters(sqs, queue);
    expect(letters).toHaveLength(13);
    expect(letters[0]).toEqual({
      eventId: 'e1',
      eventType: 'CheckoutChanged',
      error: 'Error: away',
      waitsSince: new Date(1_767_323_045_000),
    });
    expect([unreadable, hidden]).toEqual([['m2'], 0]);
    expect(visible()).toHaveLength(14);
    expect(log).toEqual([]);
  });

  test('reports how many messages another run has received', async () => {
    sqsMock
      .on(GetQueueAttributesCommand)
      .resolves({ Attributes: { ApproximateNumberOfMessagesNotVisible: '7' } });
    expect(await listDeadLetters(sqs, queue)).toEqual({ letters: [], unreadable: [], hidden: 7 });
  });

  test('shows the messages of a queue as sent, and refers to the log for the error', async () => {
    add('m1', '{"userId":"user-1"}');
    add('m2', 'hello');
    const { letters, unreadable } = await listDeadLetters(sqs, queueOfQueue);
    const waitsSince = new Date(1_767_323_045_000);
    const error = 'see the log of syncPaidGroup';
    expect(letters).toEqual([
      { eventId: 'm1', eventType: 'message', error, waitsSince },
      { eventId: 'm2', eventType: 'message', error, waitsSince },
    ]);
    expect(unreadable).toEqual([]);
    expect(visible()).toEqual(['m1', 'm2']);
  });
});

describe('moveBack', () => {
  const QueueArn = 'arn:aws:sqs:us-east-1:000000000000:sync-paid-group.fifo';
  const DestinationArn = 'arn:aws:sqs:us-east-1:000000000000:source.fifo';
  const count = (ApproximateNumberOfMessages: string) =>
    sqsMock
      .on(GetQueueAttributesCommand, { QueueUrl: queueOfQueue.queueUrl })
      .resolves({ Attributes: { QueueArn, ApproximateNumberOfMessages } });

  beforeEach(() => {
    sqsMock.on(StartMessageMoveTaskCommand).resolves({ TaskHandle: 'task-1' });
    sqsMock
      .on(GetQueueAttributesCommand, { QueueUrl: queueOfQueue.sourceQueueUrl })
      .resolves({ Attributes: { QueueArn: DestinationArn } });
  });

  test('lets SQS move the messages to the function’s queue and returns their number', async () => {
    count('7');
    expect(await moveBack(sqs, queueOfQueue)).toEqual({ sent: 7, cameBack: 0, unreadable: [] });
    const tasks = sqsMock.commandCalls(StartMessageMoveTaskCommand);
    expect(tasks.map(({ args }) => args[0].input)).toEqual([{ SourceArn: QueueArn, DestinationArn }]);
    const [asked] = sqsMock.commandCalls(GetQueueAttributesCommand);
    expect(asked?.args[0].input.AttributeNames).toEqual(['QueueArn', 'ApproximateNumberOfMessages']);
    expect(sqsMock.commandCalls(ReceiveMessageCommand)).toEqual([]);
    expect(lambdaMock.calls()).toEqual([]);
  });

  test('starts nothing when the queue is empty', async () => {
    count('0');
    expect(await moveBack(sqs, queueOfQueue)).toEqual({ sent: 0, cameBack: 0, unreadable: [] });
    expect(sqsMock.commandCalls(StartMessageMoveTaskCommand)).toEqual([]);
  });

  test('fails when SQS refuses to move them', async () => {
    count('1');
    sqsMock.on(StartMessageMoveTaskCommand).rejects(new Error('There is already a task running.'));
    await expect(moveBack(sqs, queueOfQueue)).rejects.toThrow('already a task running');
  });
});
