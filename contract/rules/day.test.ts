import { expect, it } from 'vitest';
import { dayInWords, isDay } from './day.ts';

it.each([
  ['2025-06-13', true],
  ['2024-02-29', true],
  ['2025-02-29', false],
  ['2025-2-1', false],
  ['2025-06-13T00:00', false],
])('takes %s for a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected);
});

it('writes a day in words, in UTC', () => {
  expect(dayInWords('2026-12-31')).toBe('December 31, 2026');
});
