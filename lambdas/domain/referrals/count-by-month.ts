import { type ReferralCounts, referralMonths } from '../../../contract/records/referral-counts.ts';
import type { ConversionItem, DayItem, ReferralItem } from './referral-store.ts';

const isDay = (item: ReferralItem): item is DayItem => item.sortKey.startsWith('day#');
export const isConversion = (item: ReferralItem): item is ConversionItem =>
  item.sortKey.startsWith('conversion#');

/** `2026-11-22T10:00:00Z` is in `2026-11`. */
const monthOf = (date: string) => date.slice(0, 7);

const nothingIn = (month: string): ReferralCounts => ({ month, impressions: 0, signUps: 0, licenses: 0 });

/** The counts of a code per month, without empty months, oldest first. */
export function countByMonth(items: ReferralItem[]): ReferralCounts[] {
  const months = new Map<string, ReferralCounts>();
  const add = (month: string, { impressions = 0, signUps = 0, licenses = 0 }: Partial<ReferralCounts>) => {
    const before = months.get(month) ?? nothingIn(month);
    months.set(month, {
      month,
      impressions: before.impressions + impressions,
      signUps: before.signUps + signUps,
      licenses: before.licenses + licenses,
    });
  };
  for (const item of items) {
    if (isDay(item)) add(monthOf(item.sortKey.slice('day#'.length)), item);
    else if (isConversion(item) && item.isLicensed) add(monthOf(item.licensedAt), { licenses: 1 });
  }
  return [...months.values()].sort((a, b) => (a.month < b.month ? -1 : 1));
}

/** The last months, including empty ones, oldest first. */
export function lastMonths(items: ReferralItem[], now: Date): ReferralCounts[] {
  const known = new Map(countByMonth(items).map((counts) => [counts.month, counts]));
  return Array.from({ length: referralMonths }, (_, index) => {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (referralMonths - 1) + index));
    const month = monthOf(first.toISOString());
    return known.get(month) ?? nothingIn(month);
  });
}
