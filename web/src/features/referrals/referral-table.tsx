import type { ReferralCounts } from '../../../../contract/records/referral-counts.ts';
import hidden from '../../components/visually-hidden.module.css';
import { formatMonth } from '../../lib/format-date.ts';
import { formatNumber } from '../../lib/format-number.ts';
import { referralSeries, totalOf } from './referral-series.ts';
import styles from './referral-table.module.css';

export function ReferralTable({ months }: { months: ReferralCounts[] }) {
  return (
    <table className={styles.table}>
      <caption className={hidden.visuallyHidden}>Visits and purchases through your link, by month</caption>
      <thead>
        <tr>
          <th scope="col">Month</th>
          {referralSeries.map(({ count, label }) => (
            <th key={count} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.map((month) => (
          <tr key={month.month}>
            <th scope="row">{formatMonth(month.month)}</th>
            {referralSeries.map(({ count }) => (
              <td key={count}>{formatNumber(month[count])}</td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          {referralSeries.map(({ count }) => (
            <td key={count}>{formatNumber(totalOf(months, count))}</td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}
