import { setTimeout as wait } from 'node:timers/promises';

const longestMs = 5_000;

/** Waits before another attempt: a random time that grows with each attempt, up to five seconds. */
export function backOff(attempt: number): Promise<void> {
  return wait(Math.random() * Math.min(longestMs, 50 * 2 ** attempt));
}
