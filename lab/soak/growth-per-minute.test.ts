import { describe, expect, it } from 'vitest';
import { growthPerMinute } from './growth-per-minute.ts';

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
