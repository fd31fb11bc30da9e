import type { ReferralCounts } from '../../../../contract/records/referral-counts.ts';
import hidden from '../../components/visually-hidden.module.css';
import { formatMonth } from '../../lib/format-date.ts';
import { formatNumber } from '../../lib/format-number.ts';
import styles from './referral-chart.module.css';
import { referralSeries, totalOf } from './referral-series.ts';

const height = 60;
const ground = height - 1;
const tallest = 54;
/** The minimum height of a bar: a single visit stays visible next to thousands. */
const shortest = 2;
const barWidth = 13;
const step = 20;

/**
 * A small chart for each count, because a few licenses would vanish next to many visits. The table
 * has the same numbers.
 */
export function ReferralChart({ months }: { months: ReferralCounts[] }) {
  const width = (months.length - 1) * step + barWidth;

  return (
    <div className={styles.charts}>
      {referralSeries.map(({ count, label }) => (
        <figure key={count} className={styles.chart}>
          <figcaption>
            {label} <strong>{formatNumber(totalOf(months, count))}</strong>
            <span className={hidden.visuallyHidden}> in the last {months.length} months</span>
          </figcaption>
          <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
            <path className={styles.bars} d={barsOf(months.map((month) => month[count]))} />
            <path className={styles.ground} d={`M0 ${ground}H${width}`} />
          </svg>
          <p className={styles.span} aria-hidden="true">
            <span>{formatMonth(months[0]?.month ?? '')}</span>
            <span>{formatMonth(months.at(-1)?.month ?? '')}</span>
          </p>
        </figure>
      ))}
    </div>
  );
}

/** The highest bar fills the chart. */
function barsOf(counts: number[]): string {
  const highest = Math.max(...counts);
  return counts
    .map((count, index) => {
      if (count === 0) return '';
      const barHeight = Math.max(shortest, Math.round((count / highest) * tallest));
      return `M${index * step} ${ground}v-${barHeight}h${barWidth}v${barHeight}z`;
    })
    .join('');
}
