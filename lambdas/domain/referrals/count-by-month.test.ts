import { expect, test } from 'vitest';
import { countByMonth, lastMonths } from './count-by-month.ts';
import type { ReferralItem } from './referral-store.ts';

const items: ReferralItem[] = [
  { sortKey: 'owner' },
  { sortKey: 'day#2026-11-01', impressions: 1, signUps: 1 },
  { sortKey: 'day#2026-11-01#15', impressions: 1 },
  { sortKey: 'day#2026-11-30', impressions: 3 },
  { sortKey: 'day#2026-10-31', signUps: 1 },
  { sortKey: 'day#2024-02-29', impressions: 7 },
  { sortKey: 'conversion#cs_1', licensedAt: '2026-11-30T23:59:59.999Z', isLicensed: true },
  { sortKey: 'conversion#cs_2', licensedAt: '2026-11-02T10:00:00.000Z', isLicensed: false },
  { sortKey: 'conversion#cs_3', licensedAt: '2026-09-02T10:00:00.000Z', isLicensed: true },
];
const november = { month: '2026-11', impressions: 5, signUps: 1, licenses: 1 };
const october = { month: '2026-10', impressions: 0, signUps: 1, licenses: 0 };
const september = { month: '2026-09', impressions: 0, signUps: 0, licenses: 1 };

test('counts by month, oldest first, and only active licenses', () => {
  expect(countByMonth(items)).toEqual([
    { month: '2024-02', impressions: 7, signUps: 0, licenses: 0 },
    september,
    october,
    november,
  ]);
});

test('shows twelve months, including empty ones, and ends with the current month', () => {
  const months = lastMonths(items, new Date('2026-11-30T23:59:59Z'));
  expect(months.map(({ month }) => month)).toEqual([
    '2025-12',
    ...['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'],
    ...['2026-07', '2026-08', '2026-09', '2026-10', '2026-11'],
  ]);
  expect(months.slice(-3)).toEqual([september, october, november]);
  expect(months[0]).toEqual({ month: '2025-12', impressions: 0, signUps: 0, licenses: 0 });
});

test.each(['2026-03-31T12:00:00Z', '2026-01-01T00:00:00Z', '2024-02-29T23:00:00Z'])(
  'shows each month once at %s',
  (now) => {
    const months = lastMonths([], new Date(now)).map(({ month }) => month);
    expect(new Set(months).size).toBe(12);
    expect(months.at(-1)).toBe(now.slice(0, 7));
  },
);
