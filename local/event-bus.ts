import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { matchEventPattern } from './match-event-pattern.ts';
import type { LocalFunction, Rule } from './read-stack.ts';
import { writeDurably } from './write-durably.ts';

export interface BusEvent {
  version: '0';
  id: string;
  source: string;
  'detail-type': string;
  account: string;
  time: string;
  region: string;
  resources: string[];
  detail: unknown;
}

/** One event on its way to one function. It lives as a file until the function has handled it. */
export interface Delivery {
  id: string;
  functionId: string;
  event: BusEvent;
  attempts: number;
  lastError?: string;
}

export interface EventBus {
  /** Returns when every delivery that follows is on disk. */
  put(busName: string, source: string, detailType: string, detail: unknown): Promise<string>;
  /** The latest events, newest first, and whom they were for. */
  recent(): { event: BusEvent; functionIds: string[] }[];
  deadLetters(): Promise<Delivery[]>;
  /** Begins to deliver, first of all what an earlier run left behind. */
  start(invoke: Invoke): Promise<void>;
  stop(): void;
}

type Invoke = (functionId: string, event: unknown) => Promise<unknown>;

interface BusOptions {
  dir: string;
  region: string;
  rules: Rule[];
  functions: LocalFunction[];
  onProblem: (message: string) => void;
}

const maxRecent = 50;
/** Lambda waits a minute and then two before it repeats an event; nobody at a desk wants to. */
const retryWaitMs = [1_000, 3_000];

/** EventBridge and Lambda's own retries, on disk: what was accepted is delivered, also after the process was killed. */
export async function openEventBus({
  dir,
  region,
  rules,
  functions,
  onProblem,
}: BusOptions): Promise<EventBus> {
  const pendingDir = join(dir, 'pending');
  const deadDir = join(dir, 'dead-letters');
  for (const folder of [pendingDir, deadDir]) await mkdir(folder, { recursive: true });
  const retries = new Map(functions.map(({ id, retryAttempts }) => [id, retryAttempts]));
  const recent: { event: BusEvent; functionIds: string[] }[] = [];
  const timers = new Set<NodeJS.Timeout>();
  let invoke: Invoke | undefined;
  let stopped = false;

  async function deliver(delivery: Delivery): Promise<void> {
    if (!invoke || stopped) return;
    const file = join(pendingDir, `${delivery.id}.json`);
    try {
      await invoke(delivery.functionId, delivery.event);
      await rm(file, { force: true });
    } catch (error) {
      // Stopping ends the function in the middle: that is no failure of its own, it runs again at the next start.
      if (!stopped)
        await retryLater({ ...delivery, attempts: delivery.attempts + 1, lastError: String(error) }, file);
    }
  }

  async function retryLater(delivery: Delivery, file: string): Promise<void> {
    await writeDurably(file, JSON.stringify(delivery));
    if (delivery.attempts > (retries.get(delivery.functionId) ?? 0)) {
      await rename(file, join(deadDir, `${delivery.id}.json`));
      onProblem(`${delivery.functionId} gave up on ${delivery.event['detail-type']}: ${delivery.lastError}`);
      return;
    }
    if (stopped) return;
    const waitMs = retryWaitMs[Math.min(delivery.attempts, retryWaitMs.length) - 1];
    const timer = setTimeout(() => {
      timers.delete(timer);
      void deliver(delivery);
    }, waitMs);
    timers.add(timer);
  }

  return {
    async put(busName, source, detailType, detail) {
      const event: BusEvent = {
        version: '0',
        id: randomUUID(),
        source,
        'detail-type': detailType,
        account: '000000000000',
        time: new Date().toISOString(),
        region,
        resources: [],
        detail,
      };
      const functionIds = rules
        .filter((rule) => rule.bus === busName && matchEventPattern(rule.pattern, event))
        .flatMap((rule) => rule.functionIds);
      const deliveries = functionIds.map(
        (functionId): Delivery => ({ id: randomUUID(), functionId, event, attempts: 0 }),
      );
      await Promise.all(
        deliveries.map((delivery) =>
          writeDurably(join(pendingDir, `${delivery.id}.json`), JSON.stringify(delivery)),
        ),
      );
      // S3 tells of every object; those that nobody wants would push out all others.
      if (source === 'lorewright' || functionIds.length > 0) recent.unshift({ event, functionIds });
      recent.length = Math.min(recent.length, maxRecent);
      for (const delivery of deliveries) setImmediate(() => void deliver(delivery));
      return event.id;
    },
    recent: () => recent,
    deadLetters: () => readDeliveries(deadDir),
    async start(run) {
      invoke = run;
      for (const delivery of await readDeliveries(pendingDir)) void deliver(delivery);
    },
    stop() {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

async function readDeliveries(folder: string): Promise<Delivery[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json'));
  return Promise.all(
    files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8')) as Delivery),
  );
}
