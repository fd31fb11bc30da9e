import type { ReferralCounts } from '../../../../contract/records/referral-counts.ts';
import { CountTable } from '../../components/count-table.tsx';
import { formatMonth } from '../../lib/format-date.ts';
import { referralSeries } from './referral-series.ts';

export function ReferralTable({ months }: { months: ReferralCounts[] }) {
  return (
    <CountTable
      caption="Visits and purchases through your link, by month"
      period="Month"
      periods={months.map(({ month }) => formatMonth(month))}
      series={referralSeries.map(({ count, label }) => ({
        label,
        counts: months.map((month) => month[count]),
      }))}
    />
  );
}
