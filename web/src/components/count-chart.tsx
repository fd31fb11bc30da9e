import type { ReactNode } from 'react';
import { formatNumber } from '../lib/format-number.ts';
import styles from './count-chart.module.css';
import hidden from './visually-hidden.module.css';

const height = 60;
const ground = height - 1;
const tallest = 54;
/** The minimum height of a bar, so that a count of one is visible next to thousands. */
const shortest = 2;
/** The width of a bar with the gap after it. */
const widestStep = 20;
/** The width of all bars. A wider chart would be scaled down and look flat. */
const widest = 240;
const barShare = 0.65;

interface CountChartProps {
  label: string;
  /** The periods that the total covers, such as "in the last 12 months", for screen readers. */
  span: string;
  /** The count of each period, oldest first. */
  counts: number[];
  /** The names of the first and the last period. */
  first: string;
  last: string;
}

/** Places charts next to each other, or below each other on a narrow screen. */
export function CountCharts({ children }: { children: ReactNode }) {
  return <div className={styles.charts}>{children}</div>;
}

/** A small chart of a count, with its total. A table next to it should have the same numbers. */
export function CountChart({ label, span, counts, first, last }: CountChartProps) {
  const step = stepOf(counts);
  const width = round(step * (counts.length - 1 + barShare));
  const total = counts.reduce((sum, count) => sum + count, 0);
  return (
    <figure className={styles.chart}>
      <figcaption>
        <span>{label}</span> <strong>{formatNumber(total)}</strong>
        <span className={hidden.visuallyHidden}>{` ${span}`}</span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <path className={styles.bars} d={barsOf(counts)} />
        <path className={styles.ground} d={`M0 ${ground}H${width}`} />
      </svg>
      <p className={styles.span} aria-hidden="true">
        <span>{first}</span>
        <span>{last}</span>
      </p>
    </figure>
  );
}

const stepOf = (counts: number[]) => Math.min(widestStep, widest / counts.length);
const round = (pixels: number) => Math.round(pixels * 100) / 100;

/** The highest bar fills the chart. */
function barsOf(counts: number[]): string {
  const highest = Math.max(...counts);
  const step = stepOf(counts);
  const barWidth = round(step * barShare);
  return counts
    .map((count, index) => {
      if (count === 0) return '';
      const barHeight = Math.max(shortest, Math.round((count / highest) * tallest));
      return `M${round(index * step)} ${ground}v-${barHeight}h${barWidth}v${barHeight}z`;
    })
    .join('');
}
