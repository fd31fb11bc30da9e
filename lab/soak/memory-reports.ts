import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** A line that report-memory.js writes. */
export interface MemoryReport {
  /** The thread of the process or of an instance of a function. */
  thread: string;
  /** The name is missing for the process. */
  functionName?: string;
  /** Minutes since the thread started. */
  ageSeconds: number;
  /** The memory in use after a garbage collection, buffers included. */
  megabytes: number;
}

const intervalSeconds = 20;
/** Growth before this age is start-up. A process also ends idle instances after five minutes. */
export const warmUpSeconds = { process: 360, instance: 60 };
/** The growth is not reliable with fewer reports. */
const minReports = 9;

/** The shortest life of a process, in minutes, whose memory can be measured. */
export const minMinutes = Math.ceil((warmUpSeconds.process + (minReports + 1) * intervalSeconds) / 60);

/** The arguments of Node.js with which each thread reports its memory to the file. */
export function reportMemoryTo(file: string): string[] {
  const script = pathToFileURL('lab/soak/report-memory.js');
  script.search = new URLSearchParams({ file, intervalSeconds: String(intervalSeconds) }).toString();
  return ['--expose-gc', '--import', script.href];
}

export function readMemoryReports(file: string): MemoryReport[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

export interface MemoryGrowth {
  /** In megabytes per minute; NaN if the process did not live long enough. */
  process: number;
  /** In megabytes per minute, by function. A function is missing if none of its instances lived long enough. */
  functions: Map<string, number>;
}

export function memoryGrowth(reports: MemoryReport[]): MemoryGrowth {
  const lives = [...Map.groupBy(reports, ({ thread }) => thread).values()]
    .map((life) => life.filter(isWarm))
    .filter((life) => life.length >= minReports);
  const growthOf = (some: MemoryReport[][]) =>
    mean(some.map((life) => growthPerMinute(life, ({ megabytes }) => megabytes)));
  const byFunction = Map.groupBy(lives, ([first]) => first?.functionName ?? 'the process');
  const growths = new Map([...byFunction].map(([name, some]) => [name, growthOf(some)]));
  const process = growths.get('the process') ?? Number.NaN;
  growths.delete('the process');
  return { process, functions: growths };
}

const isWarm = ({ functionName, ageSeconds }: MemoryReport) =>
  ageSeconds > (functionName ? warmUpSeconds.instance : warmUpSeconds.process);

/** The growth of a value per minute: the slope of the regression line. */
export function growthPerMinute<Sample extends { ageSeconds: number }>(
  samples: Sample[],
  figure: (sample: Sample) => number,
): number {
  const minutes = samples.map(({ ageSeconds }) => ageSeconds / 60);
  const values = samples.map(figure);
  const [meanMinute, meanValue] = [mean(minutes), mean(values)];
  const spread = minutes.map((minute) => (minute - meanMinute) ** 2);
  const common = minutes.map((minute, index) => (minute - meanMinute) * ((values[index] ?? 0) - meanValue));
  return mean(common) / mean(spread);
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
