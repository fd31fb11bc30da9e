import { expect, it } from 'vitest';
import { requireFuture } from './require-future.ts';

const time = { at: '2026-12-01T08:30:00.000Z', timeZone: 'Europe/Berlin' };

it('refuses a time that has passed, in words', () => {
  expect(() => requireFuture(time, new Date(time.at))).toThrow(
    'Tuesday, December 1, 2026 at 9:30 AM GMT+1 (Europe/Berlin) has passed. Choose a later time, or do it now.',
  );
  expect(() => requireFuture(time, new Date('2026-12-01T08:29:59.999Z'))).not.toThrow();
});
