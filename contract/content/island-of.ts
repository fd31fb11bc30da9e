type Point = readonly [x: number, y: number];

interface Island {
  coast: string;
  shallows: string;
  peaks: string;
  route: string;
  towns: Point[];
  stars: Point[];
}

const center: Point = [200, 92];
const radius: Point = [118, 52];
const capes = 14;

/**
 * Draws an island for a name. The same name gives the same island in the browser and in the build.
 * Coordinates are whole numbers, because JavaScript engines may differ in the last digit of a sine.
 */
export function islandOf(name: string): Island {
  const random = randomOf(name);
  const reach = Array.from({ length: capes }, () => 0.72 + 0.4 * random());
  const onShore = (scale: number) =>
    reach.map((length, cape) => pointAt((cape / capes) * 2 * Math.PI, length * scale));

  const peakFeet = Array.from(
    { length: 4 },
    (_, index): Point => [
      Math.round(center[0] - 62 + 26 * index + 8 * random()),
      Math.round(center[1] - 6 - 14 * random()),
    ],
  );
  const towns = [pointAt(2.6 + 0.6 * random(), 0.5), pointAt(1.2 + 0.6 * random(), 0.45), pointAt(0.2, 0.5)];
  const harbor = pointAt(-0.5 - 0.3 * random(), 1.5);

  return {
    coast: closedCurve(onShore(1)),
    shallows: closedCurve(onShore(1.17)),
    peaks: peakFeet.map(([x, y]) => `M${x} ${y}l10-18 10 18`).join(''),
    route: openCurve([...towns, harbor]),
    towns: [...towns, harbor],
    stars: Array.from(
      { length: 14 },
      () => [Math.round(400 * random()), Math.round(180 * random())] as const,
    ),
  };
}

function pointAt(angle: number, scale: number): Point {
  return [
    Math.round(center[0] + radius[0] * scale * Math.cos(angle)),
    Math.round(center[1] + radius[1] * scale * Math.sin(angle)),
  ];
}

/** A curve through the middles of the sides. The corners are the control points. */
function closedCurve(points: Point[]): string {
  const middles = points.map((point, index) => middleOf(point, points[(index + 1) % points.length] ?? point));
  const start = middles.at(-1) ?? center;
  const bends = points.map(([x, y], index) => `Q${x} ${y} ${(middles[index] ?? center).join(' ')}`);
  return `M${start.join(' ')}${bends.join('')}Z`;
}

/** A curve that leaves and reaches each point horizontally. */
function openCurve([start = center, ...others]: Point[]): string {
  let [fromX, fromY] = start;
  const bends = others.map(([x, y]) => {
    const middle = Math.round((fromX + x) / 2);
    const bend = `C${middle} ${fromY} ${middle} ${y} ${x} ${y}`;
    [fromX, fromY] = [x, y];
    return bend;
  });
  return `M${start.join(' ')}${bends.join('')}`;
}

function middleOf(one: Point, other: Point): Point {
  return [Math.round((one[0] + other[0]) / 2), Math.round((one[1] + other[1]) / 2)];
}

/** Yields numbers from 0 to 1 that depend only on the name (FNV-1a, then mulberry32). */
function randomOf(name: string): () => number {
  let state = 0x811c9dc5;
  for (const character of name) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
