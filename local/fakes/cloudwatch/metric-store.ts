import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { readIfThere } from '../../files/read-if-there.ts';

/** One event that a metric filter counted. */
interface Counted {
  namespace: string;
  metric: string;
  /** Milliseconds since 1970. */
  at: number;
}

export type MetricStore = Awaited<ReturnType<typeof openMetricStore>>;

/** Custom metrics of CloudWatch, each a list of times in a file with one line per event. */
export async function openMetricStore(file: string) {
  mkdirSync(dirname(file), { recursive: true });
  const times = new Map<string, number[]>();
  const keyOf = ({ namespace, metric }: Omit<Counted, 'at'>) => `${namespace}/${metric}`;
  const remember = (counted: Counted) => {
    const known = times.get(keyOf(counted));
    if (known) known.push(counted.at);
    else times.set(keyOf(counted), [counted.at]);
  };
  const text = (await readIfThere(file)) ?? '';
  // The end of the process may have truncated the last line.
  if (text && !text.endsWith('\n')) appendFileSync(file, '\n');
  for (const line of text.split('\n')) {
    const counted = parse(line);
    if (counted) remember(counted);
  }
  return {
    add(counted: Counted): void {
      appendFileSync(file, `${JSON.stringify(counted)}\n`);
      remember(counted);
    },

    /** The times of a metric from `start` (inclusive) to `end` (exclusive). */
    timesOf(metric: Omit<Counted, 'at'>, start: number, end: number): number[] {
      return (times.get(keyOf(metric)) ?? []).filter((at) => at >= start && at < end);
    },
  };
}

/** Returns undefined for an empty line, and for the last one if the process died while it wrote it. */
function parse(line: string): Counted | undefined {
  try {
    return JSON.parse(line) as Counted;
  } catch {
    return undefined;
  }
}
