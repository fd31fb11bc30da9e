import { formatNumber } from '../lib/format-number.ts';
import styles from './count-table.module.css';
import hidden from './visually-hidden.module.css';

interface CountTableProps {
  /** For screen readers. */
  caption: string;
  /** The heading of the first column. */
  period: string;
  /** The names of the periods. */
  periods: string[];
  series: {
    label: string;
    /** One count for each period. */
    counts: number[];
  }[];
}

/** The numbers of charts, with their totals. */
export function CountTable({ caption, period, periods, series }: CountTableProps) {
  return (
    <table className={styles.table}>
      <caption className={hidden.visuallyHidden}>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{period}</th>
          {series.map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {periods.map((name, row) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {series.map(({ label, counts }) => (
              <td key={label}>{formatNumber(counts[row] ?? 0)}</td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          {series.map(({ label, counts }) => (
            <td key={label}>{formatNumber(counts.reduce((sum, count) => sum + count, 0))}</td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}
