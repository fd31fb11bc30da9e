import styles from './hero-chart.module.css';
import chartUrl from './hero-chart.svg';

/** The chart behind the headline. Decorative; its colors are set beside it. */
export function HeroChart() {
  return (
    <div className={styles.sea}>
      <svg viewBox="0 0 1200 760" className={styles.chart} aria-hidden="true">
        <use href={`${chartUrl}#chart`} />
      </svg>
    </div>
  );
}
