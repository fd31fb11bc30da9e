import { setTimeout as wait } from 'node:timers/promises';

const longestMs = 5_000;

/** Waits before another attempt: longer each time, up to five seconds, and never as long as the others who wait. */
export function backOff(attempt: number): Promise<void> {
  return wait(Math.random() * Math.min(longestMs, 50 * 2 ** attempt));
}
