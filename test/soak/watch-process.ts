import { readdirSync, readFileSync } from 'node:fs';

export interface Sample {
  pid: number;
  /** Since the process was first seen. */
  ageSeconds: number;
  megabytes: number;
  handles: number;
}

const intervalMs = 2_000;

/** Samples the memory and the open file handles of the process that is current at each time. */
export function watchProcess(currentPid: () => number | undefined): { samples: Sample[]; stop(): void } {
  const samples: Sample[] = [];
  const firstSeen = new Map<number, number>();
  const timer = setInterval(() => {
    const pid = currentPid();
    if (pid === undefined) return;
    if (!firstSeen.has(pid)) firstSeen.set(pid, Date.now());
    const ageSeconds = (Date.now() - (firstSeen.get(pid) ?? 0)) / 1000;
    const size = sizeOf(pid);
    if (size) samples.push({ pid, ageSeconds, ...size });
  }, intervalMs);
  return { samples, stop: () => clearInterval(timer) };
}

/** @returns undefined for a process that has just been killed */
function sizeOf(pid: number): Pick<Sample, 'megabytes' | 'handles'> | undefined {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    const handles = readdirSync(`/proc/${pid}/fd`).length;
    return kilobytes ? { megabytes: Number(kilobytes) / 1024, handles } : undefined;
  } catch {
    return undefined;
  }
}

/** How much a figure grows per minute of the process's life: the slope of the regression line. */
export function growthPerMinute(samples: Sample[], figure: 'megabytes' | 'handles'): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const minutes = samples.map(({ ageSeconds }) => ageSeconds / 60);
  const values = samples.map((sample) => sample[figure]);
  const [meanMinute, meanValue] = [mean(minutes), mean(values)];
  const spread = minutes.map((minute) => (minute - meanMinute) ** 2);
  const common = minutes.map((minute, index) => (minute - meanMinute) * ((values[index] ?? 0) - meanValue));
  return mean(common) / mean(spread);
}
