import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quietMinutes, statusDays } from '../../../contract/rules/status-rules.ts';
import { atMinute, checkAll, checkAt, sources, type Timeline } from './test-alarms.ts';

const dayMinutes = 24 * 60;
const iso = (minute: number) => atMinute(minute).toISOString();
const problem = (minute: number, source = 'Webhook') => ({ minute, source, to: 'ALARM' }) as const;
const recovery = (minute: number, source = 'Webhook') => ({ minute, source, to: 'OK' }) as const;

describe('a check of the alarms', () => {
  it('reports a problem from the time at which the alarm began, whenever the check comes', () => {
    const status = checkAll([0, 90], [problem(10)]);
    expect(status.components).toMatchObject({ checkout: 'problem', downloads: 'noReports' });
    expect(status.incidents).toMatchObject([{ startedAt: iso(10), components: ['checkout'] }]);
    expect(status.incidents[0]).not.toHaveProperty('endedAt');
  });

  it('watches for the quiet time after a recovery, and then closes the incident by itself', () => {
    const timeline = [problem(10), recovery(20)];
    expect(checkAll([0, 15, 25], timeline).components.checkout).toBe('watching');
    const over = checkAll([0, 15, 20 + quietMinutes], timeline);
    expect(over.components.checkout).toBe('noReports');
    expect(over.incidents).toMatchObject([{ startedAt: iso(10), endedAt: iso(20) }]);
  });

  it('finds a problem that began and ended between two checks', () => {
    expect(checkAll([0, 60], [problem(10), recovery(11)]).incidents).toMatchObject([
      { startedAt: iso(10), endedAt: iso(11) },
    ]);
  });

  it('makes one incident of an alarm that flaps, and two after the quiet time', () => {
    const flapping: Timeline = Array.from({ length: 20 }, (_, index) => [
      problem(10 + index * 8),
      recovery(13 + index * 8),
    ]).flat();
    const everyFive = Array.from({ length: 40 }, (_, index) => index * 5);
    const { incidents } = checkAll(everyFive, flapping);
    expect(incidents).toHaveLength(1);
    expect(incidents[0]?.periods).toHaveLength(1);
    const again = 165 + quietMinutes + 1;
    expect(checkAll([...everyFive, again], [...flapping, problem(again)]).incidents).toHaveLength(2);
  });

  it('joins alarms that share a component, and no others', () => {
    const timeline = [problem(10), problem(12, 'ApiErrors'), problem(13, 'Mailer')];
    expect(checkAll([0, 11, 20], timeline).incidents.map(({ components }) => components)).toEqual([
      ['email'],
      ['checkout', 'downloads'],
    ]);
  });

  it('does not say that a component has recovered when its alarm lost its data', () => {
    const timeline: Timeline = [problem(10), { minute: 20, source: 'Webhook', to: 'INSUFFICIENT_DATA' }];
    const status = checkAll([0, 15, 300], timeline);
    expect(status.components.checkout).toBe('noData');
    expect(status.unwatched).toEqual([{ source: 'Webhook', components: ['checkout'], from: iso(20) }]);
  });

  it('has no data about a component without an alarm, and ends the problem of a deleted alarm', () => {
    const timeline = [problem(10, 'Mailer')];
    const before = checkAll([0, 15], timeline);
    const status = checkAt(
      20,
      timeline,
      before,
      sources.filter((source) => source !== 'Mailer'),
    );
    expect(status.components.email).toBe('noData');
    expect(status.incidents).toMatchObject([{ startedAt: iso(10), endedAt: iso(15) }]);
    expect(checkAt(25, [], status).unwatched).toEqual([
      { source: 'no-alarm-email', components: ['email'], from: iso(15), to: iso(20) },
    ]);
  });

  it('has no data about a time that is no longer in the history of CloudWatch', () => {
    const month = 31 * dayMinutes;
    const { unwatched } = checkAll([0, month], []);
    expect(unwatched).toEqual([
      expect.objectContaining({ source: 'checks', from: iso(0), to: iso(month - 29 * dayMinutes) }),
    ]);
  });

  it('forgets incidents after their last day on the page, but none that lasts', () => {
    const timeline = [problem(10), recovery(20), problem(10, 'Mailer')];
    const last = 20 + statusDays * dayMinutes;
    const everyTwentyDays = [
      0,
      15,
      30,
      ...Array.from({ length: 4 }, (_, index) => (index + 1) * 20 * dayMinutes),
    ];
    expect(checkAll([...everyTwentyDays, last], timeline).incidents).toHaveLength(2);
    expect(checkAll([...everyTwentyDays, last + 1], timeline).incidents).toMatchObject([
      { components: ['email'] },
    ]);
  });
});

const runs = Number(process.env.STATUS_RUNS ?? 300);
const change = fc.record({
  minute: fc.integer({ min: 1, max: 600 }),
  source: fc.constantFrom(...sources),
  to: fc.constantFrom('OK', 'ALARM', 'INSUFFICIENT_DATA'),
});
/** How late each delivery of an event is, in minutes. An empty list is a lost event. */
const deliveries = fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 3 });

it('ends in the same status for any order, delay, repetition and loss of events', () => {
  const world = fc.array(fc.tuple(change, deliveries), { maxLength: 25 });
  fc.assert(
    fc.property(world, fc.array(fc.integer({ min: 1, max: 700 }), { maxLength: 10 }), (changes, schedule) => {
      // An alarm has one state per minute.
      const timeline = [
        ...new Map(changes.map(([each]) => [`${each.minute} ${each.source}`, each])).values(),
      ];
      const events = changes.flatMap(([{ minute }, delays]) => delays.map((delay) => minute + delay));
      const times = [...events, ...schedule]
        .filter((minute) => minute < 700)
        .sort((left, right) => left - right);
      const expected = checkAll([0, 700], timeline);
      expect(checkAll([0, ...times, 700], timeline)).toEqual(expected);
      expect(checkAll([0, ...times, 700, 700], timeline)).toEqual(expected);
    }),
    { numRuns: runs },
  );
});

it('keeps the id of an incident while it grows', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 25 }), (timeline) => {
      let status = checkAt(0, timeline);
      for (let minute = 5; minute <= 700; minute += 5) {
        const next = checkAt(minute, timeline, status);
        const ids = next.incidents.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        const earlier = status.incidents.map(({ id }) => id);
        // An incident is the same as before, or has become a part of another one of before.
        for (const { periods } of status.incidents) {
          const [first] = periods;
          const now = next.incidents.find((incident) =>
            incident.periods.some(({ source, from }) => source === first?.source && from === first.from),
          );
          expect(earlier).toContain(now?.id);
        }
        status = next;
      }
    }),
    { numRuns: 30 },
  );
});
