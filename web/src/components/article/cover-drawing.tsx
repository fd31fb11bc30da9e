import { islandOf } from '../../../../contract/content/island-of.ts';
import chart from '../chart.module.css';
import styles from './cover-drawing.module.css';

/** The cover of an article: an island that depends only on its slug. Decorative. */
export function CoverDrawing({ slug }: { slug: string }) {
  const { coast, shallows, peaks, route, towns, stars } = islandOf(slug);

  return (
    <svg
      viewBox="0 0 400 180"
      preserveAspectRatio="xMidYMid slice"
      className={styles.cover}
      aria-hidden="true"
    >
      <g className={chart.graticule}>
        <path d="M-10 40Q200 10 410 40M-10 95Q200 70 410 95M-10 150Q200 132 410 150" />
        <path d="M60-10Q40 90 56 190M155-10Q145 90 150 190M245-10Q255 90 250 190M340-10Q360 90 344 190" />
      </g>
      <g className={styles.stars}>
        {stars.map(([x, y]) => (
          <circle key={`${x},${y}`} cx={x} cy={y} r="1.2" />
        ))}
      </g>
      <path className={chart.shallows} d={shallows} />
      <path className={chart.land} d={coast} />
      <path className={chart.relief} d={peaks} />
      <path className={chart.route} d={route} />
      <g className={chart.towns}>
        {towns.map(([x, y]) => (
          <circle key={`${x},${y}`} cx={x} cy={y} r="4" />
        ))}
      </g>
    </svg>
  );
}
