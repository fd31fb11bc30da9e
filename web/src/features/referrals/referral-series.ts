import type { ReferralCounts } from '../../../../contract/records/referral-counts.ts';

type Count = Exclude<keyof ReferralCounts, 'month'>;

/** The counts, in the order in which they happen. */
export const referralSeries = [
  { count: 'impressions', label: 'Impressions' },
  { count: 'signUps', label: 'Sign-ups' },
  { count: 'licenses', label: 'Licenses' },
] as const satisfies { count: Count; label: string }[];

export function totalOf(months: ReferralCounts[], count: Count): number {
  return months.reduce((sum, month) => sum + month[count], 0);
}
