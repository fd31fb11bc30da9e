import { describe, expect, it } from 'vitest';
import { clockOf, describeTime, isTimeZone, timeFromClock } from './zoned-time.ts';

const at = (wallTime: string, timeZone: string) => {
  const read = timeFromClock(wallTime, timeZone);
  return 'problem' in read ? read.problem : `${read.time.at}${read.isFirstOfTwo ? ' (first of two)' : ''}`;
};

describe('timeFromClock', () => {
  it.each([
    ['2026-12-01T09:30', 'Europe/Berlin', '2026-12-01T08:30:00.000Z'],
    ['2026-07-01T09:30', 'Europe/Berlin', '2026-07-01T07:30:00.000Z'],
    ['2026-12-01T00:15', 'America/Los_Angeles', '2026-12-01T08:15:00.000Z'],
    ['2026-12-01T09:30', 'Asia/Kathmandu', '2026-12-01T03:45:00.000Z'],
    ['2026-12-31T23:59', 'UTC', '2026-12-31T23:59:00.000Z'],
    // The last minute before, and the first one after, clocks change.
    ['2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['2026-10-25T01:59', 'Europe/Berlin', '2026-10-24T23:59:00.000Z'],
    ['2026-10-25T03:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
  ])('reads %s in %s', (wallTime, timeZone, expected) => {
    expect(at(wallTime, timeZone)).toBe(expected);
  });

  it.each([
    ['2026-03-29T02:30', 'Europe/Berlin'],
    ['2026-03-08T02:00', 'America/New_York'],
    // Half an hour.
    ['2026-10-04T02:15', 'Australia/Lord_Howe'],
  ])('refuses %s, which clocks in %s skip', (wallTime, timeZone) => {
    expect(at(wallTime, timeZone)).toBe(
      `Clocks in ${timeZone} skip ${wallTime.slice(11)} on ${wallTime.slice(0, 10)}, because they are set forward. Choose another time.`,
    );
  });

  it.each([
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-11-01T01:00', 'America/New_York', '2026-11-01T05:00:00.000Z'],
  ])('takes the first of two times at %s in %s, and says so', (wallTime, timeZone, expected) => {
    expect(at(wallTime, timeZone)).toBe(`${expected} (first of two)`);
  });

  it.each([
    ['', 'UTC', 'Enter a date and a time.'],
    ['2026-02-30', 'UTC', 'Enter a date and a time.'],
    ['2026-13-01T10:00', 'UTC', 'Enter a date and a time.'],
    ['2026-12-01T10:00', 'Europe/Atlantis', 'There is no time zone Europe/Atlantis.'],
  ])('refuses “%s” in %s', (wallTime, timeZone, problem) => {
    expect(at(wallTime, timeZone)).toBe(problem);
  });
});

it('shows the wall time of a zone again', () => {
  expect(clockOf({ at: '2026-07-01T07:30:00.000Z', timeZone: 'Europe/Berlin' })).toBe('2026-07-01T09:30');
});

it('describes a time with its day, offset and zone', () => {
  expect(describeTime({ at: '2026-12-01T08:30:00.000Z', timeZone: 'Europe/Berlin' })).toBe(
    'Tuesday, December 1, 2026 at 9:30 AM GMT+1 (Europe/Berlin)',
  );
});

it('accepts only the zones of the IANA database', () => {
  expect(['Europe/Berlin', 'UTC', 'Europe/Atlantis', ''].map(isTimeZone)).toEqual([true, true, false, false]);
});
