import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { SQSEvent } from 'aws-lambda';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { writeDurably } from '../../files/write-durably.ts';
import { type EventSource, pollQueues } from './poll-queues.ts';
import { openQueueStore, type QueueStore } from './queue-store.ts';

vi.mock('../../files/write-durably.ts', { spy: true });

const deadLetters = (queue: string) => ({ queue, maxReceives: 3 });
const queues = [
  { name: 'Orders', isFifo: false, visibilitySeconds: 60, deadLetters: deadLetters('OrdersDeadLetters') },
  { name: 'OrdersDeadLetters', isFifo: false, visibilitySeconds: 30 },
  { name: 'Members', isFifo: true, visibilitySeconds: 60, deadLetters: deadLetters('MembersDeadLetters') },
  { name: 'MembersDeadLetters', isFifo: true, visibilitySeconds: 30 },
];
const source: EventSource = {
  queue: 'Members',
  functionId: 'SyncMembers',
  batchSize: 1,
  maxConcurrency: 5,
  reportsFailures: false,
};

interface Invocation {
  functionId: string;
  event: SQSEvent;
  bodies: string[];
  isRunning: boolean;
  succeed(answer?: unknown): void;
  fail(): void;
}

let dir: string;
let store: QueueStore;
/** All that were started, oldest first. Each runs until its test ends it. */
let invocations: Invocation[];
let stops: (() => void)[];
const onProblem = vi.fn<(message: string) => void>();

function invoke(functionId: string, event: unknown): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers();
  const { Records: records } = event as SQSEvent;
  const invocation: Invocation = {
    functionId,
    event: event as SQSEvent,
    bodies: records.map(({ body }) => body),
    isRunning: true,
    succeed(answer) {
      invocation.isRunning = false;
      resolve(answer);
    },
    fail() {
      invocation.isRunning = false;
      reject(new Error('away'));
    },
  };
  invocations.push(invocation);
  return promise;
}

const open = () => openQueueStore({ dir, queues, now: () => Date.now() });
function start(changes: Partial<EventSource> = {}, of: QueueStore = store): () => void {
  const stop = pollQueues({
    store: of,
    sources: [{ ...source, ...changes }],
    region: 'us-east-1',
    invoke,
    onProblem,
  });
  stops.push(stop);
  return stop;
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  dir = await mkdtemp(join(tmpdir(), 'poll-queues-'));
  [invocations, stops] = [[], []];
  onProblem.mockReset();
  store = await open();
  return async () => {
    for (const stop of stops) stop();
    vi.useRealTimers();
    await rm(dir, { recursive: true });
  };
});

/** Waits for disk and event loop. The clock of the queues does not advance during that time. */
const soon = (assertion: () => unknown) => vi.waitFor(assertion, { interval: 0, timeout: 5000 });
/** Waits until as many invocations were started, and returns the latest. */
async function invocation(count: number): Promise<Invocation> {
  await soon(() => expect(invocations.length).toBeGreaterThanOrEqual(count));
  // One invocation too many would start in the same turn of the event loop.
  await setImmediate();
  expect(invocations.map(({ bodies }) => bodies)).toHaveLength(count);
  return invocations[count - 1] as Invocation;
}
const sendOrders = async (...bodies: string[]) => {
  for (const body of bodies) await store.send('Orders', { body });
};
/** The first character of the body is the group. */
const sendMembers = async (...bodies: string[]) => {
  for (const body of bodies)
    await store.send('Members', { body, group: body.charAt(0), deduplicationId: body });
};
const bodiesIn = (queue: string) => store.list(queue).map(({ message }) => message.body);
const countReceives = () =>
  [...store.list('Orders'), ...store.list('Members')]
    .map(({ message }) => message.receives)
    .reduce((sum, receives) => sum + receives, 0);
const runningBodies = () => invocations.filter(({ isRunning }) => isRunning).flatMap(({ bodies }) => bodies);
/** Lets the failed message become visible. */
async function letRetry() {
  // At this time, the failure is known, and the time until the retry begins.
  await setImmediate();
  await soon(() => expect(vi.getTimerCount()).toBe(1));
  const before = countReceives();
  await vi.advanceTimersByTimeAsync(249);
  expect(countReceives()).toBe(before);
  await vi.advanceTimersByTimeAsync(1);
}

describe('pollQueues', () => {
  test('invokes the function with a message in the shape of Lambda', async () => {
    start();
    const { messageId } = await store.send('Members', { body: 'Grüße', group: 'a', deduplicationId: '1' });
    const { functionId, event } = await invocation(1);
    expect(functionId).toBe('SyncMembers');
    expect(event).toEqual({
      Records: [
        {
          messageId,
          receiptHandle: expect.any(String),
          body: 'Grüße',
          attributes: {
            ApproximateReceiveCount: '1',
            SentTimestamp: String(Date.now()),
            SenderId: expect.any(String),
            ApproximateFirstReceiveTimestamp: String(Date.now()),
            MessageGroupId: 'a',
            SequenceNumber: '1',
          },
          messageAttributes: {},
          md5OfBody: '49c5f675b49037b6044b803ac9d1a6d7',
          eventSource: 'aws:sqs',
          eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:Members',
          awsRegion: 'us-east-1',
        },
      ],
    });
  });

  test('deletes a message only after the function handled it', async () => {
    start();
    await sendMembers('a1');
    const { succeed } = await invocation(1);
    expect(bodiesIn('Members')).toEqual(['a1']);
    succeed();
    await soon(() => expect(bodiesIn('Members')).toEqual([]));
    expect(onProblem).not.toHaveBeenCalled();
  });

  test('does not deliver a message a second time while the function still handles it', async () => {
    start();
    await sendMembers('a1');
    await invocation(1);
    await vi.advanceTimersByTimeAsync(15 * 60 * 1000 - 1);
    expect(countReceives()).toBe(1);
  });

  test('delivers what was sent before it started, in batches of the given size', async () => {
    await sendOrders('1', '2', '3', '4', '5');
    start({ queue: 'Orders', batchSize: 2 });
    await invocation(3);
    expect(invocations.map(({ bodies }) => bodies)).toEqual([['1', '2'], ['3', '4'], ['5']]);
  });

  test('reads only the queues of its functions', async () => {
    start();
    await sendOrders('1');
    await sendMembers('a1');
    await invocation(1);
    expect(runningBodies()).toEqual(['a1']);
    expect(store.list('Orders')).toMatchObject([{ isHidden: false }]);
  });

  test('handles one message per group at a time, and those of other groups in parallel', async () => {
    start();
    await sendMembers('a1', 'a2', 'b1', 'b2', 'c1');
    await invocation(3);
    expect(runningBodies()).toEqual(['a1', 'b1', 'c1']);
    invocations[1]?.succeed();
    expect((await invocation(4)).bodies).toEqual(['b2']);
    invocations[0]?.succeed();
    expect((await invocation(5)).bodies).toEqual(['a2']);
    expect(runningBodies()).toEqual(['c1', 'b2', 'a2']);
  });

  test('runs no more invocations at once than maxConcurrency', async () => {
    start({ maxConcurrency: 2 });
    await sendMembers('a1', 'b1', 'c1', 'd1');
    await invocation(2);
    expect(runningBodies()).toEqual(['a1', 'b1']);
    invocations[0]?.fail();
    await invocation(3);
    expect(runningBodies()).toEqual(['b1', 'c1']);
    invocations[1]?.succeed();
    await invocation(4);
    expect(runningBodies()).toEqual(['c1', 'd1']);
  });

  test('invokes with a message that arrives while it moves another to the dead-letter queue', async () => {
    const { writeDurably: write } = await vi.importActual<typeof import('../../files/write-durably.ts')>(
      '../../files/write-durably.ts',
    );
    await sendMembers('a1');
    for (let attempt = 1; attempt <= 3; attempt++) await store.receive('Members', { hiddenSeconds: 0 });
    const moving = Promise.withResolvers<void>();
    const canMove = Promise.withResolvers<void>();
    vi.mocked(writeDurably).mockImplementationOnce(async (...file) => {
      moving.resolve();
      await canMove.promise;
      await write(...file);
    });
    start({ maxConcurrency: 1 });
    await moving.promise;
    await sendMembers('b1');
    canMove.resolve();
    expect((await invocation(1)).bodies).toEqual(['b1']);
    expect(bodiesIn('MembersDeadLetters')).toEqual(['a1']);
  });

  test('invokes with a message that becomes visible just after it looked', async () => {
    await sendMembers('a1');
    await store.receive('Members', { hiddenSeconds: 10 });
    vi.setSystemTime(Date.now() + 9_999);
    const receive = vi.fn<QueueStore['receive']>(async (...request) => {
      const messages = await store.receive(...request);
      vi.setSystemTime(Date.now() + 1);
      return messages;
    });
    start({}, { ...store, receive });
    await soon(() => expect(vi.getTimerCount()).toBe(1));
    expect(invocations).toEqual([]);
    vi.advanceTimersByTime(1);
    expect((await invocation(1)).bodies).toEqual(['a1']);
  });

  test('reports when the queue cannot be read, and goes on with the next message', async () => {
    const receive = vi.fn(store.receive).mockRejectedValueOnce(new Error('disk full'));
    start({}, { ...store, receive });
    await soon(() =>
      expect(onProblem).toHaveBeenCalledExactlyOnceWith('Members could not be read: disk full'),
    );
    await sendMembers('a1');
    expect((await invocation(1)).bodies).toEqual(['a1']);
  });

  test('reports when a message cannot be deleted, and goes on with those of other groups', async () => {
    const remove = vi.fn(store.delete).mockRejectedValueOnce(new Error('disk full'));
    start({ maxConcurrency: 1 }, { ...store, delete: remove });
    await sendMembers('a1', 'b1');
    (await invocation(1)).succeed();
    expect((await invocation(2)).bodies).toEqual(['b1']);
    expect(onProblem).toHaveBeenCalledExactlyOnceWith('Members could not be changed: disk full');
  });
});

describe('failed invocation', () => {
  test('is repeated with the same message, before any other of its group', async () => {
    start();
    await sendMembers('a1', 'a2', 'b1');
    await invocation(2);
    invocations[0]?.fail();
    invocations[1]?.succeed();
    await soon(() => expect(bodiesIn('Members')).toEqual(['a1', 'a2']));
    expect(onProblem.mock.calls).toEqual([['SyncMembers could not handle a message: away']]);
    await letRetry();
    const again = await invocation(3);
    expect(again.bodies).toEqual(['a1']);
    expect(again.event.Records[0]?.attributes.ApproximateReceiveCount).toBe('2');
    again.succeed();
    expect((await invocation(4)).bodies).toEqual(['a2']);
  });

  test('moves its message to the dead-letter queue after the last attempt, and the next of the group follows', async () => {
    start();
    await sendMembers('a1', 'a2');
    for (const attempt of [1, 2, 3]) {
      const failing = await invocation(attempt);
      expect(failing.bodies).toEqual(['a1']);
      expect(bodiesIn('MembersDeadLetters')).toEqual([]);
      failing.fail();
      await letRetry();
    }
    expect((await invocation(4)).bodies).toEqual(['a2']);
    expect(bodiesIn('MembersDeadLetters')).toEqual(['a1']);
    expect(bodiesIn('Members')).toEqual(['a2']);
  });

  test('repeats all messages of its batch', async () => {
    await sendOrders('1', '2');
    start({ queue: 'Orders', batchSize: 10 });
    (await invocation(1)).fail();
    await letRetry();
    expect((await invocation(2)).bodies).toEqual(['1', '2']);
  });
});

describe('partial failure', () => {
  const answerFailing = ({ event }: Invocation, body: string) => ({
    batchItemFailures: event.Records.filter((record) => record.body === body).map(({ messageId }) => ({
      itemIdentifier: messageId,
    })),
  });

  test('repeats only the messages that failed', async () => {
    await sendOrders('1', '2', '3');
    start({ queue: 'Orders', batchSize: 10, reportsFailures: true });
    const first = await invocation(1);
    first.succeed(answerFailing(first, '2'));
    await soon(() => expect(bodiesIn('Orders')).toEqual(['2']));
    expect(onProblem.mock.calls).toEqual([['SyncMembers could not handle a message: see its log.']]);
    await letRetry();
    const second = await invocation(2);
    expect(second.bodies).toEqual(['2']);
    second.succeed(answerFailing(second, 'none'));
    await soon(() => expect(bodiesIn('Orders')).toEqual([]));
  });

  test('is none when the function returns nothing', async () => {
    start({ queue: 'Orders', reportsFailures: true });
    await sendOrders('1');
    (await invocation(1)).succeed();
    await soon(() => expect(bodiesIn('Orders')).toEqual([]));
  });

  test('is ignored unless the function was set up to report failures', async () => {
    start({ queue: 'Orders' });
    await sendOrders('1');
    const first = await invocation(1);
    first.succeed(answerFailing(first, '1'));
    await soon(() => expect(bodiesIn('Orders')).toEqual([]));
  });
});

describe('stop', () => {
  test.each<[string, (invocation: Invocation) => void]>([
    ['fails', ({ fail }) => fail()],
    ['succeeds', ({ succeed }) => succeed()],
  ])('keeps the message of an invocation that %s after it, without a report', async (_, end) => {
    const stop = start();
    await sendMembers('a1');
    const running = await invocation(1);
    stop();
    end(running);
    // Whatever the end of the invocation might have changed on disk is changed by then.
    await sendOrders('one', 'two');
    expect(bodiesIn('Members')).toEqual(['a1']);
    expect(onProblem).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('starts no invocation with a message that it has just received', async () => {
    const receiving = Promise.withResolvers<void>();
    const received = Promise.withResolvers<void>();
    const receive = vi.fn<QueueStore['receive']>(async (...request) => {
      const messages = await store.receive(...request);
      receiving.resolve();
      await received.promise;
      return messages;
    });
    await sendMembers('a1');
    const stop = start({}, { ...store, receive });
    await receiving.promise;
    stop();
    received.resolve();
    await setImmediate();
    expect(invocations).toEqual([]);
    expect(bodiesIn('Members')).toEqual(['a1']);
  });

  test('ends the wait for a failed message', async () => {
    const stop = start();
    await sendMembers('a1');
    (await invocation(1)).fail();
    await soon(() => expect(vi.getTimerCount()).toBe(1));
    stop();
    expect(vi.getTimerCount()).toBe(0);
    await sendMembers('b1');
    await setImmediate();
    expect(invocations).toHaveLength(1);
    expect(store.list('Members')).toMatchObject([{ isHidden: true }, { isHidden: false }]);
  });
});

test('delivers what a killed process left, also in the middle of an invocation', async () => {
  start({ maxConcurrency: 1 });
  await sendMembers('a1', 'a2', 'b1');
  await invocation(1);
  // The process is gone: nothing stops the poller, and its invocation never ends.
  store = await open();
  invocations = [];
  start();
  await invocation(2);
  expect(runningBodies()).toEqual(['a1', 'b1']);
  invocations[0]?.succeed();
  expect((await invocation(3)).bodies).toEqual(['a2']);
  for (const { succeed } of invocations) succeed();
  await soon(() => expect(bodiesIn('Members')).toEqual([]));
  store = await open();
  expect(bodiesIn('Members')).toEqual([]);
});
