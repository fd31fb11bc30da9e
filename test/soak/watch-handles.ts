import { readdirSync } from 'node:fs';

export interface Sample {
  pid: number;
  /** Since the process was first seen. */
  ageSeconds: number;
  handles: number;
}

const intervalMs = 2_000;

/** Counts the open file handles of the process that is current at each time. */
export function watchHandles(currentPid: () => number | undefined): { samples: Sample[]; stop(): void } {
  const samples: Sample[] = [];
  const firstSeen = new Map<number, number>();
  const timer = setInterval(() => {
    const pid = currentPid();
    if (pid === undefined) return;
    if (!firstSeen.has(pid)) firstSeen.set(pid, Date.now());
    const ageSeconds = (Date.now() - (firstSeen.get(pid) ?? 0)) / 1000;
    const handles = countHandles(pid);
    if (handles !== undefined) samples.push({ pid, ageSeconds, handles });
  }, intervalMs);
  return { samples, stop: () => clearInterval(timer) };
}

/** @returns undefined for a process that has just been killed */
function countHandles(pid: number): number | undefined {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return undefined;
  }
}
