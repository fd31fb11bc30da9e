import { expect, it, vi } from 'vitest';
import { growthPerMinute, watchProcess } from './watch-process.ts';

it('computes the growth per minute of noisy samples', () => {
  const samples = Array.from({ length: 120 }, (_, index) => ({
    pid: 1,
    ageSeconds: index * 2,
    megabytes: 300 + index + (index % 2 === 0 ? 5 : -5),
    handles: 40,
  }));
  expect(growthPerMinute(samples, 'megabytes')).toBeCloseTo(30, 0);
  expect(growthPerMinute(samples, 'handles')).toBe(0);
});

it.runIf(process.platform === 'linux')('samples the memory and the file handles of a process', async () => {
  vi.useFakeTimers();
  const watch = watchProcess(() => process.pid);
  vi.advanceTimersByTime(4_000);
  watch.stop();
  vi.advanceTimersByTime(4_000);
  expect(watch.samples).toEqual([
    { pid: process.pid, ageSeconds: 0, megabytes: expect.any(Number), handles: expect.any(Number) },
    { pid: process.pid, ageSeconds: 2, megabytes: expect.any(Number), handles: expect.any(Number) },
  ]);
  expect(watch.samples[0]?.megabytes).toBeGreaterThan(10);
  expect(watch.samples[0]?.handles).toBeGreaterThan(3);
});
