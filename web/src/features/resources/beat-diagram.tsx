import styles from './beat-diagram.module.css';
import type { Beat } from './story-structures.ts';

const width = 320;
const height = 56;
const margin = 10;
const ground = 46;
const heightPerGap = 0.65;
const tallest = 38;

/**
 * The beats as stops of a journey from the first page, on the left, to the last. The longer the way to the next beat,
 * the higher its arc.
 */
export function BeatDiagram({ beats }: { beats: Beat[] }) {
  const stops = beats.map(({ position }) => Math.round(margin + position * (width - 2 * margin)));

  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className={styles.diagram}
      role="img"
      aria-label={`${beats.length} beats, at ${beats.map(({ position }) => inPercent(position)).join(', ')} of the story`}
    >
      <path className={styles.quarters} d={groundWithQuarters()} />
      <path className={styles.route} d={arcsBetween(stops)} />
      {stops.map((x) => (
        <circle key={x} className={styles.stop} cx={x} cy={ground} r="4.5" />
      ))}
    </svg>
  );
}

export function inPercent(position: number): string {
  return `${Math.round(position * 100)} %`;
}

/** The ground from the first page to the last, with a mark at each quarter. */
function groundWithQuarters(): string {
  const marks = [0, 0.25, 0.5, 0.75, 1].map(
    (quarter) => `M${margin + quarter * (width - 2 * margin)} 6V${ground}`,
  );
  return `M${margin} ${ground}H${width - margin}${marks.join('')}`;
}

function arcsBetween(stops: number[]): string {
  const arcs = stops.slice(1).map((x, index) => {
    const gap = x - (stops[index] ?? x);
    return `A${gap / 2} ${Math.min(tallest, Math.round(gap * heightPerGap))} 0 0 1 ${x} ${ground}`;
  });
  return `M${stops[0]} ${ground}${arcs.join('')}`;
}
