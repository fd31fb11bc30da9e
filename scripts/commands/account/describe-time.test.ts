import { expect, it } from 'vitest';
import { describeTime } from './describe-time.ts';

it('shows a time in UTC and in the zone of the machine', () => {
  expect(describeTime(new Date('2026-11-23T23:30:00Z'), 'Europe/Vienna')).toBe(
    '2026-11-23 23:30 UTC (here Tue, Nov 24, 00:30 GMT+1)',
  );
});

it('rounds up, so that nobody comes too early', () => {
  expect(describeTime(new Date('2026-11-23T23:59:00.001Z'), 'UTC')).toBe(
    '2026-11-24 00:00 UTC (here Tue, Nov 24, 00:00 UTC)',
  );
});
