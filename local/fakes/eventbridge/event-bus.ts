import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfThere } from '../../files/read-if-there.ts';
import { removeInterruptedWrites, writeDurably } from '../../files/write-durably.ts';
import type { Invoke } from '../invoke.ts';
import type { BusEvent, Delivery } from './bus-event.ts';
import { failedInvocation } from './failed-invocation.ts';
import { matchEventPattern } from './match-event-pattern.ts';

export interface Rule extends Targets {
  bus: string;
  pattern: Record<string, unknown>;
}

interface Targets {
  functionIds: string[];
  /** Each with the message group if it is a FIFO queue. */
  queues: { name: string; group?: string }[];
}

/** Targets that get an event regularly. */
export interface Schedule extends Targets {
  everyMilliseconds: number;
  /** The targets get it instead of a scheduled event. */
  event?: object;
}

/** A function that rules and schedules may invoke. */
interface Consumer {
  id: string;
  /** How often Lambda repeats an event that the function failed to handle. */
  retryAttempts: number;
  /** The name of the queue for events that the function failed to handle every time. */
  deadLetterQueue?: string;
}

export interface EventBus {
  /** Returns when every delivery that follows is on disk. */
  put(busName: string, source: string, detailType: string, detail: unknown): Promise<string>;
  /** Gives an event to one function, as an asynchronous invocation of Lambda's: returns when the delivery is on disk. */
  deliver(functionId: string, event: unknown): Promise<void>;
  /** Runs a function as its schedule does, but now. */
  runScheduled(functionId: string): Promise<void>;
  /** The latest events, newest first, and the functions and queues they were for. */
  recent(): { event: BusEvent; targets: string[] }[];
  /** Begins to deliver, first of all what an earlier run left behind. */
  start(invoke: Invoke): Promise<void>;
  stop(): void;
}

interface BusOptions {
  dir: string;
  region: string;
  rules: Rule[];
  schedules: Schedule[];
  functions: Consumer[];
  /** Holds the queues that rules send to, and the dead-letter queues of the functions. */
  queues: { send(queue: string, message: { body: string; group?: string }): Promise<unknown> };
  onProblem: (message: string) => void;
}

const maxRecent = 50;
/** Lambda waits a minute before it repeats an event, and then two. At a desk, that would be too long. */
const retryWaitMs = [250, 1_000];

/** EventBridge and Lambda's own retries, on disk: what was accepted is delivered, also after the process was killed. */
export async function openEventBus({
  dir,
  region,
  rules,
  schedules,
  functions,
  queues,
  onProblem,
}: BusOptions): Promise<EventBus> {
  const pendingDir = join(dir, 'pending');
  await mkdir(pendingDir, { recursive: true });
  await removeInterruptedWrites(pendingDir);
  const consumers = new Map(functions.map((lambda) => [lambda.id, lambda]));
  const recent: { event: BusEvent; targets: string[] }[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const intervals: NodeJS.Timeout[] = [];
  let invoke: Invoke | undefined;
  let stopped = false;

  async function attempt(delivery: Delivery): Promise<void> {
    if (!invoke || stopped) return;
    const file = join(pendingDir, `${delivery.id}.json`);
    try {
      await invoke(delivery.functionId, delivery.event);
      await rm(file, { force: true });
    } catch (error) {
      // A function that ends because the bus was stopped has not failed. It runs again at the next start.
      if (!stopped)
        await retryLater({ ...delivery, attempts: delivery.attempts + 1, lastError: String(error) }, file);
    }
  }

  async function retryLater(delivery: Delivery, file: string): Promise<void> {
    const { retryAttempts = 0, deadLetterQueue } = consumers.get(delivery.functionId) ?? {};
    if (delivery.attempts > retryAttempts) {
      if (deadLetterQueue) {
        const body = JSON.stringify(failedInvocation(delivery, new Date()));
        await queues.send(deadLetterQueue, { body });
      }
      await rm(file, { force: true });
      onProblem(`${delivery.functionId} gave up on ${delivery.event['detail-type']}: ${delivery.lastError}`);
      return;
    }
    await writeDurably(file, JSON.stringify(delivery));
    if (stopped) return;
    const waitMs = retryWaitMs[Math.min(delivery.attempts, retryWaitMs.length) - 1];
    const timer = setTimeout(() => {
      timers.delete(timer);
      void attempt(delivery);
    }, waitMs);
    timers.add(timer);
  }

  const newEvent = (source: string, detailType: string, detail: unknown): BusEvent => ({
    version: '0',
    id: randomUUID(),
    source,
    'detail-type': detailType,
    account: '000000000000',
    time: new Date().toISOString(),
    region,
    resources: [],
    detail,
  });

  async function accept(event: BusEvent, { functionIds, queues: toQueues }: Targets): Promise<void> {
    const body = JSON.stringify(event);
    for (const { name, ...group } of toQueues) await queues.send(name, { body, ...group });
    const deliveries = functionIds.map(
      (functionId): Delivery => ({ id: randomUUID(), functionId, event, attempts: 0 }),
    );
    await Promise.all(
      deliveries.map((delivery) =>
        writeDurably(join(pendingDir, `${delivery.id}.json`), JSON.stringify(delivery)),
      ),
    );
    // S3 reports every object; events that no rule matches would push out all others.
    const targets = [...functionIds, ...toQueues.map(({ name }) => name)];
    if (event.source === 'lorewright' || targets.length > 0) recent.unshift({ event, targets });
    recent.length = Math.min(recent.length, maxRecent);
    for (const delivery of deliveries) setImmediate(() => void attempt(delivery));
  }

  const runSchedule = ({ event, ...targets }: Schedule) =>
    accept((event as BusEvent | undefined) ?? newEvent('aws.events', 'Scheduled Event', {}), targets);

  return {
    async put(busName, source, detailType, detail) {
      const event = newEvent(source, detailType, detail);
      const matching = rules.filter((rule) => rule.bus === busName && matchEventPattern(rule.pattern, event));
      await accept(event, {
        functionIds: matching.flatMap((rule) => rule.functionIds),
        queues: matching.flatMap((rule) => rule.queues),
      });
      return event.id;
    },
    deliver: (functionId, event) => accept(event as BusEvent, { functionIds: [functionId], queues: [] }),
    async runScheduled(functionId) {
      for (const schedule of schedules.filter(({ functionIds }) => functionIds.includes(functionId)))
        await runSchedule({ ...schedule, functionIds: [functionId], queues: [] });
    },
    recent: () => recent,
    async start(run) {
      invoke = run;
      for (const delivery of await readDeliveries(pendingDir)) void attempt(delivery);
      for (const schedule of schedules) {
        const run = () => {
          runSchedule(schedule).catch((error) =>
            onProblem(`${schedule.functionIds} was not run: ${error.message}`),
          );
        };
        intervals.push(setInterval(run, schedule.everyMilliseconds));
      }
    },
    stop() {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      for (const interval of intervals) clearInterval(interval);
    },
  };
}

async function readDeliveries(folder: string): Promise<Delivery[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json'));
  // The file of an event disappears if the event is handled while others are read.
  const texts = await Promise.all(files.map((file) => readIfThere(join(folder, file))));
  return texts.flatMap((text) => (text === null ? [] : (JSON.parse(text) as Delivery)));
}
