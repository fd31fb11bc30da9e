import type { ReferralCounts } from '../../../../contract/records/referral-counts.ts';
import { CountChart, CountCharts } from '../../components/count-chart.tsx';
import { formatMonth } from '../../lib/format-date.ts';
import { referralSeries } from './referral-series.ts';

/**
 * A small chart for each count, because a few licenses would vanish next to many visits. The table
 * has the same numbers.
 */
export function ReferralChart({ months }: { months: ReferralCounts[] }) {
  return (
    <CountCharts>
      {referralSeries.map(({ count, label }) => (
        <CountChart
          key={count}
          label={label}
          span={`in the last ${months.length} months`}
          counts={months.map((month) => month[count])}
          first={formatMonth(months[0]?.month ?? '')}
          last={formatMonth(months.at(-1)?.month ?? '')}
        />
      ))}
    </CountCharts>
  );
}
