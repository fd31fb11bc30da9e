import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

export interface Sample {
  pid: number;
  /** Since the process was first seen. */
  ageSeconds: number;
  handles: number;
}

const intervalMs = 2_000;

/**
 * Counts the open files and sockets of the current process. Its other handles are the five of each
 * instance's event loop.
 */
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
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).filter((handle) => isFileOrSocket(join(folder, handle))).length;
  } catch {
    return undefined;
  }
}

function isFileOrSocket(handle: string): boolean {
  try {
    return /^(\/|socket:)/.test(readlinkSync(handle));
  } catch {
    // The file has just been closed.
    return false;
  }
}
