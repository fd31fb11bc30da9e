import { expect, it } from 'vitest';
import { requireSchedulable } from './require-schedulable.ts';

const time = { at: '2026-12-01T08:30:00.000Z', timeZone: 'Europe/Berlin' };
const requireAt = (now: string) => () => requireSchedulable(time, new Date(now));

it('refuses a time that has passed, in words', () => {
  expect(requireAt(time.at)).toThrow(
    'Tuesday, December 1, 2026 at 9:30 AM GMT+1 (Europe/Berlin) has passed. Choose a later time, or do it now.',
  );
  expect(requireAt('2026-12-01T08:29:59.999Z')).not.toThrow();
});

it('refuses a time that is more than a year ahead, in words', () => {
  expect(requireAt('2025-11-30T08:29:59.999Z')).toThrow(
    'Tuesday, December 1, 2026 at 9:30 AM GMT+1 (Europe/Berlin) is more than a year ahead. Choose an earlier time.',
  );
  expect(requireAt('2025-11-30T08:30:00.000Z')).not.toThrow();
});
