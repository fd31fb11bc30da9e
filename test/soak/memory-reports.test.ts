import { expect, it } from 'vitest';
import { type MemoryReport, memoryGrowth } from './memory-reports.ts';

/** A thread that reports three times a minute. */
const life = (
  thread: string,
  isInstance: boolean,
  minutes: number,
  megabytesAt: (minute: number) => number,
) =>
  Array.from({ length: minutes * 3 }, (_, index): MemoryReport => {
    const minute = index / 3;
    return { thread, isInstance, ageSeconds: minute * 60, megabytes: megabytesAt(minute) };
  });

it('computes the growth of the process and of the instances that lived long enough, after they have warmed up', () => {
  const growth = memoryGrowth([
    ...life('1/0', false, 12, (minute) => 40 + (minute < 6 ? minute * 10 : 60 + minute * 2)),
    ...life('1/1', true, 8, (minute) => 10 + minute),
    ...life('1/2', true, 8, () => 12),
    ...life('1/3', true, 2, (minute) => 10 + minute * 100),
  ]);
  expect(growth.process).toBeCloseTo(2, 5);
  expect(growth.instance).toBeCloseTo(0.5, 5);
});

it('is not a number if no process lived long enough', () => {
  expect(memoryGrowth(life('1/0', false, 2, () => 40)).process).toBeNaN();
});
