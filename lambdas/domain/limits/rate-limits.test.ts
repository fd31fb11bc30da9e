import { expect, test } from 'vitest';
import { describeWait, rateLimits, windowAt } from './rate-limits.ts';

test.each([
  ['2025-09-01T10:00:00Z', 3600],
  ['2025-09-01T10:00:01Z', 3599],
  ['2025-09-01T10:59:59Z', 1],
  ['2025-09-01T10:59:59.999Z', 1],
])('computes at %s that %i seconds of the hour are left', (time, secondsLeft) => {
  const index = Date.parse('2025-09-01T10:00:00Z') / 3_600_000;
  expect(windowAt(rateLimits.contact, new Date(time))).toEqual({ index, secondsLeft });
});

test.each([
  [1, 'in a minute'],
  [60, 'in a minute'],
  [61, 'in 2 minutes'],
  [3600, 'in 60 minutes'],
])('describes %i seconds as "%s", never as less', (seconds, words) => {
  expect(describeWait(seconds)).toBe(words);
});

test('has a limit for each action that can be abused', () => {
  expect(Object.keys(rateLimits)).toEqual(
    expect.arrayContaining(['checkout', 'contact', 'feedback', 'referralImpression', 'unsubscribe']),
  );
});
