import { createHash } from 'node:crypto';
import type { QueueStore, ReceivedMessage } from './queue-store.ts';

/** A function that is invoked with the messages of a queue: an event source mapping of Lambda. */
export interface EventSource {
  queue: string;
  functionId: string;
  /** How many messages an invocation gets at most. */
  batchSize: number;
  /** How many invocations run at once at most. */
  maxConcurrency: number;
  /** Whether the function answers which of the messages failed. */
  reportsFailures: boolean;
}

interface PollOptions {
  store: QueueStore;
  sources: EventSource[];
  region: string;
  invoke: (functionId: string, event: unknown) => Promise<unknown>;
  onProblem: (message: string) => void;
}

/** On AWS, a failed message waits for its visibility timeout. Developers would wait for minutes. */
const retrySeconds = 0.25;

/** Hidden for as long as the function may run, and longer. */
const hiddenSeconds = 15 * 60;

interface Poller {
  source: EventSource;
  /** How many invocations run. */
  running: number;
  isLooking: boolean;
  /** Whether something changed since it began to look. */
  isOutdated: boolean;
  timer?: NodeJS.Timeout;
}

/** Invokes the functions of queues with their messages, as Lambda does. Returns what ends it. */
export function pollQueues({ store, sources, region, invoke, onProblem }: PollOptions): () => void {
  const pollers = sources.map(
    (source): Poller => ({ source, running: 0, isLooking: false, isOutdated: false }),
  );
  let stopped = false;

  /** Looks for messages, and looks again when something has changed since. */
  async function poll(poller: Poller): Promise<void> {
    poller.isOutdated = true;
    if (poller.isLooking) return;
    poller.isLooking = true;
    try {
      while (poller.isOutdated && !stopped) {
        poller.isOutdated = false;
        await startInvocations(poller);
      }
    } catch (error) {
      if (!stopped) onProblem(`${poller.source.queue} could not be read: ${(error as Error).message}`);
    } finally {
      poller.isLooking = false;
    }
  }

  /** Starts as many invocations as there are messages for, then waits until a message becomes visible again. */
  async function startInvocations(poller: Poller): Promise<void> {
    const { queue, batchSize, maxConcurrency } = poller.source;
    clearTimeout(poller.timer);
    while (poller.running < maxConcurrency) {
      // Before it looks: a message that becomes visible in between would be neither received nor waited for.
      const milliseconds = store.millisecondsUntilNext(queue);
      const messages = await store.receive(queue, { max: batchSize, hiddenSeconds });
      if (stopped) return;
      if (messages.length === 0) {
        if (milliseconds !== undefined) poller.timer = setTimeout(() => void poll(poller), milliseconds);
        return;
      }
      poller.running += 1;
      void handle(poller, messages);
    }
  }

  async function handle(poller: Poller, messages: ReceivedMessage[]): Promise<void> {
    const { source } = poller;
    try {
      const failed = await invokeWith(source, messages);
      // Stopping ends the function in the middle: its messages are delivered again at the next start.
      if (stopped) return;
      for (const message of messages) await settle(source.queue, message, failed.has(message.id));
    } catch (error) {
      if (!stopped) onProblem(`${source.queue} could not be changed: ${(error as Error).message}`);
    } finally {
      poller.running -= 1;
    }
    await poll(poller);
  }

  async function settle(queue: string, message: ReceivedMessage, hasFailed: boolean): Promise<void> {
    if (!hasFailed) return store.delete(queue, message);
    store.changeVisibility(queue, message, retrySeconds);
  }

  /** @returns the ids of the messages that failed */
  async function invokeWith(source: EventSource, messages: ReceivedMessage[]): Promise<Set<string>> {
    const records = messages.map((message) => describeRecord(message, source.queue, region));
    try {
      const answer = await invoke(source.functionId, { Records: records });
      const failed = source.reportsFailures ? readFailures(answer) : new Set<string>();
      if (failed.size > 0) onProblem(`${source.functionId} could not handle a message: see its log.`);
      return failed;
    } catch (error) {
      if (!stopped) onProblem(`${source.functionId} could not handle a message: ${(error as Error).message}`);
      return new Set(messages.map(({ id }) => id));
    }
  }

  store.onMessage((queue) => {
    for (const poller of pollers) if (poller.source.queue === queue) void poll(poller);
  });
  for (const poller of pollers) void poll(poller);

  return () => {
    stopped = true;
    for (const { timer } of pollers) clearTimeout(timer);
  };
}

/** @see https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html#services-sqs-batchfailurereporting */
function readFailures(answer: unknown): Set<string> {
  const { batchItemFailures = [] } = (answer ?? {}) as { batchItemFailures?: { itemIdentifier: string }[] };
  return new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
}

/** @see https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html */
function describeRecord(
  { id, body, receiptHandle, receives, sentAt, sequence, group }: ReceivedMessage,
  queue: string,
  region: string,
): object {
  return {
    messageId: id,
    receiptHandle,
    body,
    attributes: {
      ApproximateReceiveCount: String(receives),
      SentTimestamp: String(sentAt),
      SenderId: 'local',
      ApproximateFirstReceiveTimestamp: String(sentAt),
      ...(group === undefined ? {} : { MessageGroupId: group, SequenceNumber: String(sequence) }),
    },
    messageAttributes: {},
    md5OfBody: createHash('md5').update(body).digest('hex'),
    eventSource: 'aws:sqs',
    eventSourceARN: `arn:aws:sqs:${region}:000000000000:${queue}`,
    awsRegion: region,
  };
}
