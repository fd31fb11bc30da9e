import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfThere } from '../../files/read-if-there.ts';
import { removeInterruptedWrites, writeDurably } from '../../files/write-durably.ts';

/** A queue as the stack describes it. */
export interface QueueDescription {
  name: string;
  isFifo: boolean;
  /** Whether a message without a deduplication id gets a hash of its body as one. */
  deduplicatesByContent?: boolean;
  /** How long a received message is hidden, unless the receiver says otherwise. */
  visibilitySeconds: number;
  deadLetters?: { queue: string; maxReceives: number };
}

export interface QueueMessage {
  id: string;
  body: string;
  /** Milliseconds since 1970. */
  sentAt: number;
  /** The position in the queue. */
  sequence: number;
  /** How often it was received. */
  receives: number;
  /** Only in a FIFO queue. */
  group?: string;
  /** The queue that moved it to its dead-letter queue. Missing for a message that was sent there. */
  deadLetterOf?: string;
}

export interface ReceivedMessage extends QueueMessage {
  receiptHandle: string;
}

interface Entry {
  message: QueueMessage;
  /** Milliseconds since 1970; 0 for a visible message. */
  hiddenUntil: number;
  /** Whether it is on its way to another queue. It cannot be received or moved again until then. */
  isMoving: boolean;
}

interface OpenQueue extends QueueDescription {
  dir: string;
  /** In the order of the queue. */
  entries: Map<string, Entry>;
  nextSequence: number;
  /** Settles when the latest message is on disk. Messages are written one after the other, so that they become visible in order. */
  lastWrite: Promise<void>;
  /** When each deduplication id was last used, and for which message. */
  recentIds: Map<string, { at: number; message: Promise<QueueMessage> }>;
}

/** The error codes are those of SQS. */
export class QueueError extends Error {
  constructor(name: 'QueueDoesNotExist' | 'InvalidParameterValue' | 'MissingParameter', message: string) {
    super(message);
    this.name = name;
  }
}

/** SQS keeps a deduplication id for five minutes. */
const deduplicationMs = 5 * 60 * 1000;

interface StoreOptions {
  dir: string;
  queues: QueueDescription[];
  now?: () => number;
}

export type QueueStore = Awaited<ReturnType<typeof openQueueStore>>;

/**
 * The queues of SQS: standard and FIFO, with visibility, dead-letter queues and deduplication. Each message is a file, so a message that was
 * accepted survives the end of the process. Visibility and deduplication ids are kept in memory: after a restart, every message is visible.
 * The first receipt of a message is not written either, which saves a write for all that succeed at once: a restart forgets it.
 */
export async function openQueueStore({ dir, queues, now = Date.now }: StoreOptions) {
  const open = new Map<string, OpenQueue>();
  for (const queue of queues) open.set(queue.name, await openQueue(join(dir, queue.name), queue));
  /** Called with the name of a queue when a message in it may have become visible. */
  const listeners = new Set<(queue: string) => void>();

  function find(name: string): OpenQueue {
    const queue = open.get(name);
    if (!queue) throw new QueueError('QueueDoesNotExist', 'The specified queue does not exist.');
    return queue;
  }

  const fileOf = (queue: OpenQueue, { id, sequence }: QueueMessage) =>
    join(queue.dir, `${String(sequence).padStart(12, '0')}-${id}.json`);

  async function save(queue: OpenQueue, message: QueueMessage): Promise<void> {
    await writeDurably(fileOf(queue, message), JSON.stringify(message));
  }

  async function add(queue: OpenQueue, message: Omit<QueueMessage, 'sequence' | 'receives'>) {
    const stored: QueueMessage = { ...message, sequence: queue.nextSequence++, receives: 0 };
    const write = queue.lastWrite.then(() => save(queue, stored));
    queue.lastWrite = write.catch(() => {});
    await write;
    queue.entries.set(stored.id, { message: stored, hiddenUntil: 0, isMoving: false });
    for (const listener of listeners) listener(queue.name);
    return stored;
  }

  async function remove(queue: OpenQueue, { message }: Entry): Promise<void> {
    await rm(fileOf(queue, message), { force: true });
    queue.entries.delete(message.id);
    // The next message of its group can be received now.
    for (const listener of listeners) listener(queue.name);
  }

  async function moveTo(target: OpenQueue, source: OpenQueue, entry: Entry): Promise<void> {
    const { id, body, sentAt, group } = entry.message;
    // It is still on its way from there to here.
    if (target.entries.get(id)?.isMoving) return;
    entry.isMoving = true;
    try {
      // A crash between the two steps leaves the message in both queues.
      if (!target.entries.has(id))
        await add(target, {
          id,
          body,
          sentAt,
          ...(group === undefined ? {} : { group }),
          ...(source.deadLetters?.queue === target.name ? { deadLetterOf: source.name } : {}),
        });
      await remove(source, entry);
    } finally {
      entry.isMoving = false;
    }
  }

  /** @returns undefined when the message is gone, or another receiver has it by now */
  function findReceived(queue: OpenQueue, { id, receives }: ReceivedMessage): Entry | undefined {
    const entry = queue.entries.get(id);
    return entry?.message.receives === receives ? entry : undefined;
  }

  return {
    onMessage(listener: (queue: string) => void): void {
      listeners.add(listener);
    },

    /**
     * Stores a message.
     * @returns the stored message: the earlier one if a FIFO queue drops this one as a duplicate
     * @throws QueueError for a FIFO queue without group and deduplication id, or a standard queue with a deduplication id
     */
    async send(
      name: string,
      { body, group, ...ids }: { body: string; group?: string; deduplicationId?: string },
    ): Promise<{ messageId: string; sequence?: number }> {
      const queue = find(name);
      const deduplicationId = ids.deduplicationId ?? (queue.deduplicatesByContent ? sha256(body) : undefined);
      if (queue.isFifo && group === undefined)
        throw new QueueError('MissingParameter', 'The request must contain the parameter MessageGroupId.');
      if (queue.isFifo !== (deduplicationId !== undefined))
        throw new QueueError(
          'InvalidParameterValue',
          'A FIFO queue needs a MessageDeduplicationId; a standard queue takes none.',
        );
      for (const [id, { at }] of queue.recentIds) {
        if (at <= now() - deduplicationMs) queue.recentIds.delete(id);
      }
      const duplicate = deduplicationId && queue.recentIds.get(deduplicationId);
      if (duplicate) return receiptOf(queue, await duplicate.message);
      const message = add(queue, {
        id: randomUUID(),
        body,
        sentAt: now(),
        ...(group === undefined ? {} : { group }),
      });
      if (deduplicationId) queue.recentIds.set(deduplicationId, { at: now(), message });
      try {
        return receiptOf(queue, await message);
      } catch (error) {
        // The sender tries again, and that is no duplicate.
        if (deduplicationId) queue.recentIds.delete(deduplicationId);
        throw error;
      }
    },

    /**
     * Hides and returns visible messages, oldest first. A FIFO queue returns none of a group of which another receiver has a message. A
     * message that was received too often moves to the dead-letter queue instead.
     */
    async receive(
      name: string,
      { max = 1, hiddenSeconds }: { max?: number; hiddenSeconds?: number } = {},
    ): Promise<ReceivedMessage[]> {
      const queue = find(name);
      const time = now();
      const isHidden = ({ hiddenUntil }: Entry) => hiddenUntil > time;
      const lockedGroups = new Set(
        [...queue.entries.values()].filter(isHidden).map(({ message }) => message.group),
      );
      const received: ReceivedMessage[] = [];
      const exhausted: Entry[] = [];
      for (const entry of queue.entries.values()) {
        const { message } = entry;
        if (received.length === max) break;
        if (entry.isMoving || isHidden(entry) || (queue.isFifo && lockedGroups.has(message.group))) continue;
        if (queue.deadLetters && message.receives >= queue.deadLetters.maxReceives) {
          exhausted.push(entry);
          continue;
        }
        message.receives += 1;
        entry.hiddenUntil = time + (hiddenSeconds ?? queue.visibilitySeconds) * 1000;
        received.push({ ...message, receiptHandle: `${message.id}.${message.receives}` });
      }
      for (const entry of exhausted) await moveTo(find(queue.deadLetters?.queue ?? ''), queue, entry);
      for (const message of received) if (message.receives > 1) await saveReceives(queue, message.id);
      return received;
    },

    /** Removes a received message. Does nothing for one that is gone, or that another receiver has by now. */
    async delete(name: string, message: ReceivedMessage): Promise<void> {
      const queue = find(name);
      const entry = findReceived(queue, message);
      if (entry) await remove(queue, entry);
    },

    /** Does nothing for a message that is gone, or that another receiver has by now. */
    changeVisibility(name: string, message: ReceivedMessage, hiddenSeconds: number): void {
      const entry = findReceived(find(name), message);
      if (!entry) return;
      entry.hiddenUntil = now() + hiddenSeconds * 1000;
      for (const listener of listeners) listener(name);
    },

    /** All messages of a queue in order, and which of them are hidden. */
    list(name: string): { message: QueueMessage; isHidden: boolean }[] {
      return [...find(name).entries.values()].map(({ message, hiddenUntil }) => ({
        message,
        isHidden: hiddenUntil > now(),
      }));
    },

    /** When the next hidden message becomes visible, in milliseconds from now; undefined when none is hidden. */
    millisecondsUntilNext(name: string): number | undefined {
      const hidden = [...find(name).entries.values()].map(({ hiddenUntil }) => hiddenUntil - now());
      const waits = hidden.filter((wait) => wait > 0);
      return waits.length > 0 ? Math.min(...waits) : undefined;
    },

    /**
     * Moves all messages of a dead-letter queue to the destination, or else back to the queue that each of them came from.
     * @returns how many
     * @throws QueueError when no queue has it as its dead-letter queue
     */
    async redrive(name: string, destination?: string): Promise<number> {
      const deadLetters = find(name);
      if (![...open.values()].some((queue) => queue.deadLetters?.queue === name)) {
        throw new QueueError(
          'InvalidParameterValue',
          'The queue is not the dead-letter queue of another queue.',
        );
      }
      // Without a destination, SQS leaves the others where they are (`CouldNotDetermineMessageSource`).
      const targetOf = ({ message }: Entry) => destination ?? message.deadLetterOf;
      const entries = [...deadLetters.entries.values()].filter(
        (entry) => !entry.isMoving && targetOf(entry) !== undefined,
      );
      for (const entry of entries) await moveTo(find(targetOf(entry) ?? ''), deadLetters, entry);
      return entries.length;
    },
  };

  async function saveReceives(queue: OpenQueue, id: string): Promise<void> {
    const entry = queue.entries.get(id);
    if (entry) await save(queue, entry.message);
  }
}

const receiptOf = ({ isFifo }: OpenQueue, { id, sequence }: QueueMessage) => ({
  messageId: id,
  ...(isFifo && { sequence }),
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

async function openQueue(dir: string, description: QueueDescription): Promise<OpenQueue> {
  await mkdir(dir, { recursive: true });
  await removeInterruptedWrites(dir);
  const entries = new Map<string, Entry>();
  let nextSequence = 1;
  for (const file of (await readdir(dir)).filter((name) => name.endsWith('.json')).sort()) {
    const text = await readIfThere(join(dir, file));
    if (text === null) continue;
    const message = JSON.parse(text) as QueueMessage;
    entries.set(message.id, { message, hiddenUntil: 0, isMoving: false });
    nextSequence = message.sequence + 1;
  }
  return { ...description, dir, entries, nextSequence, lastWrite: Promise.resolve(), recentIds: new Map() };
}
