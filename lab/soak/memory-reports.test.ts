import { describe, expect, it } from 'vitest';
import { growthPerMinute, type MemoryReport, memoryGrowth } from './memory-reports.ts';

/** A thread that reports three times a minute. */
function life(
  thread: string,
  minutes: number,
  megabytesAt: (minute: number) => number,
  functionName?: string,
) {
  return Array.from({ length: minutes * 3 + 1 }, (_, index): MemoryReport => {
    const minute = index / 3;
    const report = { thread, ageSeconds: minute * 60, megabytes: megabytesAt(minute) };
    return functionName ? { ...report, functionName } : report;
  });
}

describe('memoryGrowth', () => {
  it('ignores the growth of a process in its first six minutes', () => {
    const reports = life('1/0', 12, (minute) => (minute <= 6 ? minute * 10 : 60 + (minute - 6) * 2));
    expect(memoryGrowth(reports).process).toBeCloseTo(2, 5);
  });

  it('ignores the growth of an instance in its first minute', () => {
    const reports = life('1/1', 8, (minute) => (minute <= 1 ? minute * 10 : 10), 'me');
    expect(memoryGrowth(reports).functions.get('me')).toBeCloseTo(0, 5);
  });

  it('computes the mean of the instances of each function', () => {
    const { functions } = memoryGrowth([
      ...life('1/1', 8, (minute) => 10 + minute, 'me'),
      ...life('1/2', 8, () => 12, 'me'),
      ...life('1/3', 8, (minute) => 10 + minute * 3, 'checkout'),
    ]);
    expect([...functions.keys()]).toEqual(['me', 'checkout']);
    expect(functions.get('me')).toBeCloseTo(0.5, 5);
    expect(functions.get('checkout')).toBeCloseTo(3, 5);
  });

  it('ignores threads with few reports', () => {
    expect(memoryGrowth(life('1/1', 2, (minute) => minute * 100, 'me')).functions.size).toBe(0);
    expect(memoryGrowth(life('1/0', 8, (minute) => minute * 100)).process).toBeNaN();
  });
});

describe('growthPerMinute', () => {
  it('computes the growth of noisy samples', () => {
    const samples = Array.from({ length: 120 }, (_, index) => ({
      ageSeconds: index * 2,
      megabytes: 300 + index + (index % 2 === 0 ? 5 : -5),
      handles: 40,
    }));
    expect(growthPerMinute(samples, ({ megabytes }) => megabytes)).toBeCloseTo(30, 0);
    expect(growthPerMinute(samples, ({ handles }) => handles)).toBe(0);
  });
});
