import styles from './beat-diagram.module.css';
import type { Beat } from './story-structures.ts';

const width = 320;
const height = 56;
const margin = 10;
const ground = 46;
const heightPerGap = 0.65;
const tallest = 38;

/**
 * The beats as stops of a journey from the first page, on the left, to the last. The longer the
 * distance to the next beat, the higher its arc. The list of beats has the same content as text.
 */
export function BeatDiagram({ beats }: { beats: Beat[] }) {
  const stops = beats.map(({ position }) => Math.round(margin + position * (width - 2 * margin)));
  const start = `M${stops[0]} ${ground}`;
  const gaps = stops.slice(1).map((x, index) => x - (stops[index] ?? x));

  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={styles.diagram} aria-hidden="true">
      <path className={styles.quarters} d={groundWithQuarters()} />
      <path className={styles.route} d={start + gaps.map(arcOver).join('')} />
      {/* Lines of zero length with round ends, relative like the arcs: circles in thirty
          diagrams would cost many bytes. */}
      <path className={styles.stops} d={`${start}h0${gaps.map((gap) => `m${gap} 0h0`).join('')}`} />
    </svg>
  );
}

export function inPercent(position: number): string {
  return `${Math.round(position * 100)}%`;
}

/** The baseline from the first page to the last, with a mark at each quarter. */
function groundWithQuarters(): string {
  const marks = [0, 0.25, 0.5, 0.75, 1].map(
    (quarter) => `M${margin + quarter * (width - 2 * margin)} 6V${ground}`,
  );
  return `M${margin} ${ground}H${width - margin}${marks.join('')}`;
}

function arcOver(gap: number): string {
  // SVG enlarges radii that are too small for an arc, in proportion. The same text costs few bytes.
  const radii = gap * heightPerGap > tallest ? `${gap / 2} ${tallest}` : `1 ${2 * heightPerGap}`;
  return `a${radii} 0 0 1 ${gap} 0`;
}
