import { CountChart, CountCharts } from '../../components/count-chart.tsx';
import { CountTable } from '../../components/count-table.tsx';
import { formatDate } from '../../lib/format-date.ts';
import styles from './desk.module.css';

interface CountsOfDaysProps {
  /** For screen readers. */
  caption: string;
  /** UTC, oldest first. */
  days: string[];
  /** One count for each day. */
  series: { label: string; counts: number[] }[];
}

/** Charts of counts by day, and a table with the same numbers. */
export function CountsOfDays({ caption, days, series }: CountsOfDaysProps) {
  const [first = '', last = ''] = [days[0], days.at(-1)].map((day) => formatDate(day ?? ''));
  return (
    <>
      <CountCharts>
        {series.map((shown) => (
          <CountChart
            key={shown.label}
            span={`in the last ${days.length} days`}
            first={first}
            last={last}
            {...shown}
          />
        ))}
      </CountCharts>
      <details>
        <summary>The numbers of each day</summary>
        {/* biome-ignore lint/a11y/useSemanticElements: a scroller needs a name and keyboard focus */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the same */}
        <div role="group" aria-label="The numbers of each day" tabIndex={0} className={styles.wide}>
          <CountTable
            caption={caption}
            period="Day (UTC)"
            periods={[...days].reverse()}
            series={series.map(({ label, counts: ofDays }) => ({ label, counts: [...ofDays].reverse() }))}
          />
        </div>
      </details>
    </>
  );
}
