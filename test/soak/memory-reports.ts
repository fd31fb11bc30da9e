import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { growthPerMinute } from './growth-per-minute.ts';

/** A line that report-memory.js writes. */
export interface MemoryReport {
  /** Of the process or of an instance of a function. */
  thread: string;
  isInstance: boolean;
  /** Since the thread started. */
  ageSeconds: number;
  /** What is in use after a garbage collection. */
  megabytes: number;
}

/** How old a thread is when its memory should have stopped growing. */
const warmUpSeconds = { process: 360, instance: 60 };
/** A shorter life says little about its growth. */
const minReports = 9;

/** The arguments with which Node.js writes the reports of all its threads into a file. */
export const memoryReporting = (file: string): string[] => [
  '--expose-gc',
  '--import',
  `${pathToFileURL('test/soak/report-memory.js')}?file=${encodeURIComponent(file)}`,
];

export function readMemoryReports(file: string): MemoryReport[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** The mean growth of the processes and that of the instances, in megabytes per minute; NaN if none lived long enough. */
export function memoryGrowth(reports: MemoryReport[]): { process: number; instance: number } {
  const lives = [...Map.groupBy(reports, ({ thread }) => thread).values()];
  const meanOf = (isInstance: boolean) => {
    const warmUp = isInstance ? warmUpSeconds.instance : warmUpSeconds.process;
    const growths = lives
      .map((life) => life.filter((report) => report.isInstance === isInstance && report.ageSeconds > warmUp))
      .filter((life) => life.length >= minReports)
      .map((life) => growthPerMinute(life, ({ megabytes }) => megabytes));
    return growths.reduce((sum, growth) => sum + growth, 0) / growths.length;
  };
  return { process: meanOf(false), instance: meanOf(true) };
}
