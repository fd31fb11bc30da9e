import { randomUUID } from 'node:crypto';
import { matchEventPattern } from './match-event-pattern.ts';

interface BusEvent {
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

/** A queue, with the message group if it is a FIFO queue. */
interface Target {
  queue: string;
  group?: string;
}

export interface Rule {
  bus: string;
  pattern: Record<string, unknown>;
  targets: Target[];
}

/** A queue that gets an event regularly. */
export interface Schedule extends Target {
  everyMilliseconds: number;
  event: object;
}

export interface EventBus {
  /** Returns when every queue has stored the event. */
  put(busName: string, source: string, detailType: string, detail: unknown): Promise<string>;
  /** Sends the scheduled events of a queue now. */
  runScheduled(queue: string): Promise<void>;
  /** The latest events, newest first, and the queues they were for. */
  recent(): { event: BusEvent; targets: string[] }[];
  /** Starts the schedules. */
  start(): void;
  stop(): void;
}

interface BusOptions {
  region: string;
  rules: Rule[];
  schedules: Schedule[];
  queues: { send(queue: string, message: { body: string; group?: string }): Promise<unknown> };
  onProblem: (message: string) => void;
}

const maxRecent = 50;

/** EventBridge, whose rules send events to queues. */
export function openEventBus({ region, rules, schedules, queues, onProblem }: BusOptions): EventBus {
  const recent: { event: BusEvent; targets: string[] }[] = [];
  const intervals: NodeJS.Timeout[] = [];

  async function send(event: object, { queue, group }: Target): Promise<void> {
    await queues.send(queue, { body: JSON.stringify(event), ...(group === undefined ? {} : { group }) });
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
      const matching = rules.filter((rule) => rule.bus === busName && matchEventPattern(rule.pattern, event));
      const targets = matching.flatMap((rule) => rule.targets);
      await Promise.all(targets.map((target) => send(event, target)));
      // S3 reports every object; events that no rule matches would push out all others.
      if (source === 'lorewright' || targets.length > 0)
        recent.unshift({ event, targets: targets.map(({ queue }) => queue) });
      recent.length = Math.min(recent.length, maxRecent);
      return event.id;
    },
    async runScheduled(queue) {
      for (const schedule of schedules) if (schedule.queue === queue) await send(schedule.event, schedule);
    },
    recent: () => recent,
    start() {
      for (const schedule of schedules) {
        const run = () => {
          send(schedule.event, schedule).catch((error) =>
            onProblem(`${schedule.queue} did not get its scheduled event: ${error.message}`),
          );
        };
        intervals.push(setInterval(run, schedule.everyMilliseconds));
      }
    },
    stop() {
      for (const interval of intervals) clearInterval(interval);
    },
  };
}
