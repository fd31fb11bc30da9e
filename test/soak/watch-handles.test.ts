import { describe, expect, it, vi } from 'vitest';
import { watchHandles } from './watch-handles.ts';

describe.runIf(process.platform === 'linux')('watchHandles', () => {
  it('counts the file handles of a process', () => {
    vi.useFakeTimers();
    const watch = watchHandles(() => process.pid);
    vi.advanceTimersByTime(4_000);
    watch.stop();
    vi.advanceTimersByTime(4_000);
    expect(watch.samples).toEqual([
      { pid: process.pid, ageSeconds: 0, handles: expect.any(Number) },
      { pid: process.pid, ageSeconds: 2, handles: expect.any(Number) },
    ]);
    expect(watch.samples[0]?.handles).toBeGreaterThan(3);
  });
});
