import { describe, expect, it } from 'vitest';
import { daysOf, isSiteStatus, type SiteStatus } from './site-status.ts';

const components = {
  pages: 'noReports',
  signIn: 'noReports',
  checkout: 'noReports',
  downloads: 'noReports',
  email: 'noReports',
} as const;
const status = (changes: Partial<SiteStatus> = {}): SiteStatus => ({
  checkedAt: '2026-11-28T12:00:00.000Z',
  watchedSince: '2026-11-26T00:00:00.000Z',
  components,
  incidents: [],
  unwatched: [],
  ...changes,
});
const incident = (...periods: { from: string; to?: string }[]) => ({
  id: '1',
  components: ['checkout' as const],
  startedAt: '',
  sentences: [],
  periods: periods.map((period) => ({ source: 'ApiErrors', components: ['checkout' as const], ...period })),
});

describe('daysOf', () => {
  it('has no data about the days before the first check', () => {
    expect(daysOf(status(), 'checkout', 4).map(({ day, state }) => `${day} ${state}`)).toEqual([
      '2026-11-25 noData',
      '2026-11-26 noReports',
      '2026-11-27 noReports',
      '2026-11-28 noReports',
    ]);
  });

  it('divides a problem over midnight UTC, counts overlapping alarms once, and ends an open one at the check', () => {
    const incidents = [
      incident(
        { from: '2026-11-26T23:30:00.000Z', to: '2026-11-27T00:10:00.000Z' },
        { from: '2026-11-26T23:40:00.000Z', to: '2026-11-27T00:05:00.000Z' },
        { from: '2026-11-28T11:00:00.000Z' },
      ),
    ];
    expect(daysOf(status({ incidents }), 'checkout', 3).map(({ problemMinutes }) => problemMinutes)).toEqual([
      30, 10, 60,
    ]);
    expect(daysOf(status({ incidents }), 'email', 3).map(({ state }) => state)).toEqual([
      'noReports',
      'noReports',
      'noReports',
    ]);
  });

  it('does not show a day with a gap as one without problems', () => {
    const unwatched = [
      {
        source: 'ApiErrors',
        components: ['checkout' as const],
        from: '2026-11-27T01:00:00.000Z',
        to: '2026-11-27T02:00:00.000Z',
      },
    ];
    expect(daysOf(status({ unwatched }), 'checkout', 2).map(({ state }) => state)).toEqual([
      'noData',
      'noReports',
    ]);
  });
});

describe('isSiteStatus', () => {
  it('accepts a status', () => {
    expect(isSiteStatus(JSON.parse(JSON.stringify(status({ incidents: [incident()] }))))).toBe(true);
  });

  it.each([
    ['nothing', null],
    ['a text', 'status'],
    ['an old format', { status: 'ok' }],
    ['a time that is none', { ...status(), checkedAt: 'yesterday' }],
    ['a missing component', { ...status(), components: { pages: 'noReports' } }],
    ['a broken incident', { ...status(), incidents: [{ id: '1' }] }],
    ['no gaps', { ...status(), unwatched: undefined }],
  ])('refuses %s', (_, value) => {
    expect(isSiteStatus(value)).toBe(false);
  });
});
