import styles from './beat-diagram.module.css';
import type { Beat } from './story-structures.ts';

const width = 320;
const height = 56;
const margin = 10;
const swing = 11;

/** The beats as stops of a journey from the first page, on the left, to the last. */
export function BeatDiagram({ beats }: { beats: Beat[] }) {
  const stops = beats.map(({ position }, index) => ({
    x: Math.round(margin + position * (width - 2 * margin)),
    y: height / 2 + (index % 2 === 0 ? swing : -swing),
  }));

  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className={styles.diagram}
      role="img"
      aria-label={`${beats.length} beats, at ${beats.map(({ position }) => inPercent(position)).join(', ')} of the story`}
    >
      <path className={styles.quarters} d={quarterLines()} />
      <path className={styles.route} d={routeThrough(stops)} />
      {stops.map(({ x, y }) => (
        <circle key={x} className={styles.stop} cx={x} cy={y} r="4.5" />
      ))}
    </svg>
  );
}

export function inPercent(position: number): string {
  return `${Math.round(position * 100)} %`;
}

function quarterLines(): string {
  return [0, 0.25, 0.5, 0.75, 1]
    .map((quarter) => `M${margin + quarter * (width - 2 * margin)} 2v${height - 4}`)
    .join('');
}

/** Leaves and reaches each stop level, as a path does between hills. */
function routeThrough(stops: { x: number; y: number }[]): string {
  return stops
    .map(({ x, y }, index) => {
      const previous = stops[index - 1];
      if (!previous) return `M${x} ${y}`;
      const middle = (previous.x + x) / 2;
      return `C${middle} ${previous.y} ${middle} ${y} ${x} ${y}`;
    })
    .join('');
}
