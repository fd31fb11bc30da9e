import { closeSync, openSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { watchHandles } from './watch-handles.ts';

describe.runIf(process.platform === 'linux')('watchHandles', () => {
  it('counts the files and sockets of a process', () => {
    vi.useFakeTimers();
    const watch = watchHandles(() => process.pid);
    vi.advanceTimersByTime(2_000);
    const files = Array.from({ length: 50 }, () => openSync('package.json', 'r'));
    vi.advanceTimersByTime(2_000);
    for (const file of files) closeSync(file);
    watch.stop();
    vi.advanceTimersByTime(4_000);
    expect(watch.samples).toEqual([
      { pid: process.pid, ageSeconds: 0, handles: expect.any(Number) },
      { pid: process.pid, ageSeconds: 2, handles: expect.any(Number) },
    ]);
    const [before, after] = watch.samples.map(({ handles }) => handles);
    // Other tests of this process may open and close files at the same time.
    expect((after ?? 0) - (before ?? 0)).toBeGreaterThan(25);
  });
});
