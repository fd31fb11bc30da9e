import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { SQSEvent } from 'aws-lambda';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { writeDurably } from '../../files/write-durably.ts';
import { pollQueues } from '../sqs/poll-queues.ts';
import { openQueueStore, type QueueStore } from '../sqs/queue-store.ts';
import type { BusEvent } from './bus-event.ts';
import { type EventBus, openEventBus, type Schedule } from './event-bus.ts';

vi.mock('../../files/write-durably.ts', { spy: true });

const rules = [
  {
    bus: 'site',
    pattern: { 'detail-type': ['UserRegistered'] },
    functionIds: ['Welcome', 'Count'],
    queues: [],
  },
  { bus: 'site', pattern: { 'detail-type': ['OrderPaid'] }, functionIds: ['Fulfil'], queues: [] },
  { bus: 'default', pattern: { source: ['aws.s3'] }, functionIds: ['Publish'], queues: [] },
  {
    bus: 'site',
    pattern: { 'detail-type': ['AccountDeleted'] },
    functionIds: [],
    queues: [{ name: 'Deletions' }],
  },
  {
    bus: 'site',
    pattern: { 'detail-type': ['ArticleChanged'] },
    functionIds: [],
    queues: [{ name: 'Blog', group: 'blog' }],
  },
];
const functions = ['Welcome', 'Count', 'Fulfil', 'Publish'].map((id) => ({
  id,
  retryAttempts: id === 'Count' ? 0 : 2,
  deadLetterQueue: `${id}DeadLetters`,
}));
const deadLetterQueues = functions.map(({ deadLetterQueue = '' }) => deadLetterQueue);

let dir: string;
let bus: EventBus;
let queues: QueueStore;
/** How far the clock of the queues is ahead. */
let aheadMs = 0;
const onProblem = vi.fn<(message: string) => void>();
const invoke = vi.fn<(functionId: string, event: unknown) => Promise<unknown>>();
/** Opens the bus and its queues as a new process would. */
async function open(schedules: Schedule[] = []) {
  queues = await openQueueStore({
    dir: join(dir, 'queues'),
    now: () => Date.now() + aheadMs,
    queues: [...deadLetterQueues, 'Deletions', 'DeletionsDeadLetters', 'Blog'].map((name) => ({
      name,
      isFifo: name === 'Blog',
      deduplicatesByContent: name === 'Blog',
      visibilitySeconds: 30,
      ...(name === 'Deletions' ? { deadLetters: { queue: 'DeletionsDeadLetters', maxReceives: 4 } } : {}),
    })),
  });
  return openEventBus({ dir, region: 'us-east-1', rules, schedules, functions, queues, onProblem });
}

beforeEach(async () => {
  // Retries wait for the tests; disk and event loop go on as they are.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  dir = await mkdtemp(join(tmpdir(), 'event-bus-'));
  onProblem.mockReset();
  invoke.mockReset().mockResolvedValue(undefined);
  bus = await open();
  return async () => {
    bus.stop();
    vi.useRealTimers();
    await rm(dir, { recursive: true });
  };
});

const soon = (assertion: () => unknown) => vi.waitFor(assertion, { interval: 1, timeout: 5000 });
const pending = () => readdir(join(dir, 'pending'));
/** The messages in all dead-letter queues, with the queue that each is in. */
const deadLetters = () =>
  deadLetterQueues.flatMap((queue) =>
    queues.list(queue).map(({ message }) => ({ queue, ...JSON.parse(message.body) })),
  );
const register = () => bus.put('site', 'lorewright', 'UserRegistered', { userId: 'user-1' });
const pollDeletions = () =>
  pollQueues({
    store: queues,
    sources: [
      { queue: 'Deletions', functionId: 'Delete', batchSize: 1, maxConcurrency: 5, reportsFailures: false },
    ],
    region: 'us-east-1',
    invoke,
    onProblem,
  });
/** Lets time pass until the assertion holds. */
const inTime = (assertion: () => unknown) =>
  soon(() => {
    aheadMs += 1_000;
    vi.advanceTimersByTime(1_000);
    assertion();
  });
const pay = () => bus.put('site', 'lorewright', 'OrderPaid', { orderId: 'cs_1' });

/** Waits until a retry is planned, and lets its time come. */
async function letRetry() {
  await soon(() => expect(vi.getTimerCount()).toBe(1));
  vi.runOnlyPendingTimers();
}

describe('an event', () => {
  test('goes to every function that a rule of its bus names, in the shape of EventBridge', async () => {
    await bus.start(invoke);
    const id = await register();
    await soon(() => expect(invoke).toHaveBeenCalledTimes(2));
    expect(invoke.mock.calls.map(([functionId]) => functionId).sort()).toEqual(['Count', 'Welcome']);
    expect(invoke.mock.lastCall?.[1]).toEqual({
      version: '0',
      id,
      source: 'lorewright',
      'detail-type': 'UserRegistered',
      account: '000000000000',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      region: 'us-east-1',
      resources: [],
      detail: { userId: 'user-1' },
    });
    await soon(async () => expect(await pending()).toEqual([]));
  });

  test('goes to a FIFO queue with the message group of its rule', async () => {
    await bus.put('site', 'lorewright', 'ArticleChanged', { slug: 'maps' });
    await bus.put('site', 'lorewright', 'ArticleChanged', { slug: 'maps' });
    const messages = queues.list('Blog').map(({ message }) => message);
    expect(messages.map(({ group }) => group)).toEqual(['blog', 'blog']);
    expect(messages.map(({ body }) => JSON.parse(body).detail)).toEqual([{ slug: 'maps' }, { slug: 'maps' }]);
  });

  test('is delivered to no function if no rule matches it', async () => {
    await bus.start(invoke);
    await bus.put('default', 'lorewright', 'UserRegistered', {});
    await bus.put('site', 'lorewright', 'SomethingElse', {});
    expect(bus.recent().map(({ targets }) => targets)).toEqual([[], []]);
    expect(await pending()).toEqual([]);
  });

  test('is repeated from the queue of its rule until the function succeeds', async () => {
    invoke.mockRejectedValueOnce(new Error('no')).mockRejectedValueOnce(new Error('no'));
    const id = await bus.put('site', 'lorewright', 'AccountDeleted', { userId: 'user-1' });
    expect(queues.list('Deletions')).toHaveLength(1);
    const stop = pollDeletions();
    await inTime(() => expect(invoke).toHaveBeenCalledTimes(3));
    const records = invoke.mock.calls.flatMap(([, given]) => (given as SQSEvent).Records);
    expect(records.map(({ attributes }) => attributes.ApproximateReceiveCount)).toEqual(['1', '2', '3']);
    for (const { body } of records) {
      expect(JSON.parse(body)).toMatchObject({ id, detail: { userId: 'user-1' } });
    }
    await soon(() => expect(queues.list('Deletions')).toEqual([]));
    expect(queues.list('DeletionsDeadLetters')).toEqual([]);
    stop();
  });

  test('moves from its queue to the dead letters after too many failures', async () => {
    invoke.mockRejectedValue(new Error('no'));
    await bus.put('site', 'lorewright', 'AccountDeleted', { userId: 'user-1' });
    const stop = pollDeletions();
    await inTime(() => expect(queues.list('DeletionsDeadLetters')).toHaveLength(1));
    expect(invoke).toHaveBeenCalledTimes(4);
    stop();
  });

  test('is on disk before it counts as taken', async () => {
    await register();
    expect(await pending()).toHaveLength(2);
    expect(invoke).not.toHaveBeenCalled();
  });

  test('is shown among the latest, newest first, and only the latest are kept', async () => {
    for (let number = 1; number <= 51; number++) await bus.put('site', 'lorewright', 'Other', number);
    await pay();
    const recent = bus.recent();
    expect(recent).toHaveLength(50);
    expect(recent[0]).toMatchObject({ event: { 'detail-type': 'OrderPaid' }, targets: ['Fulfil'] });
    expect(recent.at(-1)?.event.detail).toBe(3);
  });

  test('is shown for S3 only if a rule matches it', async () => {
    await bus.put('default', 'aws.s3', 'Object Created', {});
    await bus.put('site', 'aws.s3', 'Object Deleted', {});
    expect(bus.recent().map(({ event }) => event['detail-type'])).toEqual(['Object Created']);
  });
});

describe('a function that fails', () => {
  beforeEach(() => bus.start(invoke));

  test('gets the same event again and succeeds on retry', async () => {
    invoke.mockRejectedValueOnce(new Error('away'));
    const id = await pay();
    await letRetry();
    await soon(() => expect(invoke).toHaveBeenCalledTimes(2));
    expect(invoke.mock.calls.map(([, event]) => (event as BusEvent).id)).toEqual([id, id]);
    await soon(async () => expect(await pending()).toEqual([]));
    expect(deadLetters()).toEqual([]);
    expect(onProblem).not.toHaveBeenCalled();
  });

  test('is not retried after its last attempt, and its event becomes a dead letter', async () => {
    invoke.mockRejectedValue(new Error('away'));
    await pay();
    await letRetry();
    await letRetry();
    await soon(() => expect(onProblem).toHaveBeenCalledOnce());
    expect(onProblem.mock.lastCall?.[0]).toMatch(/Fulfil.*OrderPaid.*away/);
    expect(invoke).toHaveBeenCalledTimes(3);
    expect(deadLetters()).toEqual([
      {
        queue: 'FulfilDeadLetters',
        version: '1.0',
        timestamp: expect.stringMatching(/Z$/),
        requestContext: {
          requestId: expect.any(String),
          functionArn: 'arn:aws:lambda:us-east-1:000000000000:function:Fulfil:$LATEST',
          condition: 'RetriesExhausted',
          approximateInvokeCount: 3,
        },
        requestPayload: invoke.mock.lastCall?.[1],
        responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
        responsePayload: { errorType: 'Error', errorMessage: 'away' },
      },
    ]);
    expect(await pending()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('does not affect another function with the same event', async () => {
    invoke.mockImplementation(async (functionId) => {
      if (functionId === 'Count') throw new Error('away');
    });
    await register();
    await soon(() => expect(deadLetters()).toHaveLength(1));
    expect(invoke.mock.calls.map(([functionId]) => functionId).sort()).toEqual(['Count', 'Welcome']);
    await soon(async () => expect(await pending()).toEqual([]));
  });
});

describe('after a restart', () => {
  async function restart() {
    bus.stop();
    bus = await open();
    invoke.mockReset().mockResolvedValue(undefined);
    await bus.start(invoke);
  }

  test('delivers an accepted event that was never started', async () => {
    const id = await pay();
    await restart();
    await soon(() =>
      expect(invoke).toHaveBeenCalledExactlyOnceWith('Fulfil', expect.objectContaining({ id })),
    );
    await soon(async () => expect(await pending()).toEqual([]));
  });

  test('delivers an interrupted event again without counting a failure', async () => {
    const interrupted = Promise.withResolvers<void>();
    invoke.mockReturnValue(interrupted.promise);
    await bus.start(invoke);
    const id = await pay();
    await soon(() => expect(invoke).toHaveBeenCalledOnce());
    bus.stop();
    interrupted.reject(new Error('The instance has stopped.'));
    // Whatever the interruption might have written is written by then.
    for (const name of ['one', 'two']) await writeDurably(join(dir, name), '');
    const [file = ''] = await pending();
    expect(JSON.parse(await readFile(join(dir, 'pending', file), 'utf8'))).toMatchObject({ attempts: 0 });
    await restart();
    await soon(() =>
      expect(invoke).toHaveBeenCalledExactlyOnceWith('Fulfil', expect.objectContaining({ id })),
    );
    await soon(async () => expect(await pending()).toEqual([]));
  });

  test('keeps the number of attempts that an event has left', async () => {
    invoke.mockRejectedValue(new Error('away'));
    await bus.start(invoke);
    await pay();
    await letRetry();
    await soon(() => expect(vi.getTimerCount()).toBe(1));
    bus.stop();
    bus = await open();
    await bus.start(invoke);
    await soon(() =>
      expect(deadLetters()).toEqual([
        expect.objectContaining({ requestContext: expect.objectContaining({ approximateInvokeCount: 3 }) }),
      ]),
    );
    expect(invoke).toHaveBeenCalledTimes(3);
  });

  test('keeps a dead letter and does not deliver it', async () => {
    invoke.mockRejectedValue(new Error('away'));
    await bus.start(invoke);
    await register();
    await soon(() => expect(deadLetters()).toHaveLength(1));
    await soon(async () => expect(vi.getTimerCount()).toBe(1));
    // The dead letter is stored first; then its delivery is removed, and that of the other function remains.
    await soon(async () => expect(await pending()).toHaveLength(1));
    await restart();
    await soon(() => expect(invoke.mock.calls).toEqual([['Welcome', expect.anything()]]));
    expect(deadLetters()).toEqual([expect.objectContaining({ queue: 'CountDeadLetters' })]);
  });
});

describe('an event that is given to one function', () => {
  const event = { id: 'event-1', 'detail-type': 'UserRegistered', detail: { userId: 'user-1' } };

  test('is stored on disk and delivered unchanged to that function only', async () => {
    await bus.deliver('Count', event);
    expect(await pending()).toHaveLength(1);
    await bus.start(invoke);
    await soon(async () => expect(await pending()).toEqual([]));
    expect(invoke.mock.calls).toEqual([['Count', event]]);
  });

  test('has all of its attempts left', async () => {
    await bus.start(invoke);
    invoke.mockRejectedValueOnce(new Error('away'));
    await bus.deliver('Fulfil', event);
    await letRetry();
    await soon(async () => expect(await pending()).toEqual([]));
    expect(deadLetters()).toEqual([]);
  });
});

describe('dead letter', () => {
  const failCount = () =>
    invoke.mockImplementation(async (functionId) => {
      if (functionId === 'Count') throw new Error('away');
    });

  test('does not return after it was deleted, and can be deleted twice', async () => {
    failCount();
    await bus.start(invoke);
    await register();
    await soon(() => expect(deadLetters()).toHaveLength(1));
    const [letter] = await queues.receive('CountDeadLetters');
    for (let time = 1; time <= 2; time++)
      await queues.delete('CountDeadLetters', letter?.receiptHandle ?? '');
    expect(deadLetters()).toEqual([]);
    await soon(async () => expect(await pending()).toEqual([]));
    bus.stop();
    bus = await open();
    expect(deadLetters()).toEqual([]);
  });

  test('is stored before the delivery is removed', async () => {
    failCount();
    let pendingDuringSend: string[] = [];
    const send = vi.spyOn(queues, 'send').mockImplementation(async () => {
      pendingDuringSend = await pending();
      return { messageId: 'message-1' };
    });
    await bus.start(invoke);
    await bus.deliver('Count', { id: 'event-1', 'detail-type': 'UserRegistered' });
    await soon(() => expect(onProblem).toHaveBeenCalledOnce());
    expect(send).toHaveBeenCalledExactlyOnceWith('CountDeadLetters', { body: expect.any(String) });
    expect(pendingDuringSend).toHaveLength(1);
    expect(await pending()).toEqual([]);
  });

  test('is dropped and reported for a function without a dead-letter queue', async () => {
    bus.stop();
    bus = await openEventBus({
      dir,
      region: 'us-east-1',
      rules,
      schedules: [],
      functions: [{ id: 'Fulfil', retryAttempts: 0 }],
      queues,
      onProblem,
    });
    invoke.mockRejectedValue(new Error('away'));
    await bus.start(invoke);
    await pay();
    await soon(() => expect(onProblem).toHaveBeenCalledOnce());
    expect(onProblem.mock.lastCall?.[0]).toMatch(/Fulfil.*OrderPaid.*away/);
    expect(deadLetters()).toEqual([]);
    expect(await pending()).toEqual([]);
  });
});

describe('a schedule', () => {
  const everyMilliseconds = 60 * 60 * 1000;

  beforeEach(async () => {
    bus.stop();
    bus = await open([{ everyMilliseconds, functionIds: ['Fulfil'], queues: [] }]);
    await bus.start(invoke);
  });

  test('runs its function after each interval, and not before', async () => {
    vi.advanceTimersByTime(everyMilliseconds - 1);
    expect(await pending()).toEqual([]);
    expect(invoke).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    await soon(() => expect(invoke).toHaveBeenCalledTimes(1));
    vi.advanceTimersByTime(everyMilliseconds);
    await soon(() => expect(invoke).toHaveBeenCalledTimes(2));
  });

  test('sends events in the shape of EventBridge, each with its own id', async () => {
    for (let time = 1; time <= 2; time++) await bus.runScheduled('Fulfil');
    await soon(() => expect(invoke).toHaveBeenCalledTimes(2));
    const [[, first], [, second]] = invoke.mock.calls as [[string, BusEvent], [string, BusEvent]];
    expect(first).toMatchObject({ source: 'aws.events', 'detail-type': 'Scheduled Event', detail: {} });
    expect(second.id).not.toBe(first.id);
  });

  test('delivers its own event to functions and queues', async () => {
    const event = { source: 'aws.s3', 'detail-type': 'Object Created', detail: {} };
    bus.stop();
    bus = await open([
      { everyMilliseconds, functionIds: ['Fulfil'], queues: [{ name: 'Blog', group: 'blog' }], event },
    ]);
    await bus.start(invoke);
    vi.advanceTimersByTime(everyMilliseconds);
    await soon(() => expect(invoke).toHaveBeenCalledWith('Fulfil', event));
    await soon(() =>
      expect(queues.list('Blog').map(({ message }) => JSON.parse(message.body))).toEqual([event]),
    );
  });

  test('is retried after a failure, and its event becomes a dead letter', async () => {
    invoke.mockRejectedValue(new Error('away'));
    await bus.runScheduled('Fulfil');
    const runs = async (times: number) => {
      await soon(() => expect(invoke).toHaveBeenCalledTimes(times));
      // The interval, and the next try.
      await soon(() => expect(vi.getTimerCount()).toBe(2));
      vi.advanceTimersByTime(3_000);
    };
    await runs(1);
    await runs(2);
    await soon(() => expect(deadLetters()).toHaveLength(1));
  });

  test('ends with the bus', () => {
    bus.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('reports an event that cannot be stored', async () => {
    vi.mocked(writeDurably).mockRejectedValueOnce(new Error('disk full'));
    vi.advanceTimersByTime(everyMilliseconds);
    await soon(() => expect(onProblem).toHaveBeenCalledExactlyOnceWith('Fulfil was not run: disk full'));
  });
});

test('retries nothing after it was stopped', async () => {
  invoke.mockRejectedValue(new Error('away'));
  await bus.start(invoke);
  await pay();
  await soon(() => expect(vi.getTimerCount()).toBe(1));
  bus.stop();
  expect(vi.getTimerCount()).toBe(0);
  expect(await pending()).toHaveLength(1);
  expect(invoke).toHaveBeenCalledOnce();
});

test('plans no retry if it is stopped while it records a failure', async () => {
  invoke.mockRejectedValue(new Error('away'));
  await bus.start(invoke);
  await pay();
  const stopped = Promise.withResolvers<void>();
  vi.mocked(writeDurably).mockImplementationOnce(async () => {
    bus.stop();
    stopped.resolve();
  });
  await stopped.promise;
  // The code after the write has run by the next turn of the event loop.
  await setImmediate();
  expect(vi.getTimerCount()).toBe(0);
});
