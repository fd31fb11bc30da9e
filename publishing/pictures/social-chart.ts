import { islandOf } from '../../contract/content/island-of.ts';
import { socialImageSize } from '../pages/social-tags.ts';
import { nightColor } from './night-colors.ts';
import type { Typeface } from './typeface.ts';

const { width, height } = socialImageSize;
const color = {
  ground: nightColor('ground'),
  land: nightColor('surface-raised'),
  line: nightColor('line'),
  lineStrong: nightColor('line-strong'),
  text: nightColor('text'),
  muted: nightColor('text-muted'),
  accent: nightColor('accent'),
  water: nightColor('water'),
};

/** Only ASCII names, because the italic is loaded only for ASCII. */
const townNames = [
  'Harrowmere',
  'Tam',
  'Eld March',
  'Saltreach',
  'Wrenhold',
  'Low Ferry',
  'Candlewick',
  'Owl Bay',
  'Nine Elms',
];

type Point = readonly [x: number, y: number];

/**
 * Draws a sea chart at night as SVG, with an island on the right that depends on the name. The left
 * is for the text.
 */
export function drawChart(name: string, placeName: Typeface): string {
  return [sheet, graticule, seaName(placeName), island(name, placeName), compassRose, border].join('\n');
}

const inset = 32;
const right = width - inset;
const bottom = height - inset;

/** The mask crops the drawing at the border and fades it out behind the text. */
const sheet = `<defs>
<radialGradient id="glow" gradientUnits="userSpaceOnUse" cx="910" cy="350" r="640">
<stop offset="0" stop-color="${color.land}"/><stop offset="1" stop-color="${color.ground}"/></radialGradient>
<linearGradient id="fade" gradientUnits="userSpaceOnUse" x1="470" y1="0" x2="740" y2="0">
<stop offset="0" stop-color="#fff" stop-opacity="0.3"/><stop offset="1" stop-color="#fff"/></linearGradient>
<mask id="sheet" maskUnits="userSpaceOnUse" x="0" y="0" width="${width}" height="${height}">
<path d="M${inset} ${inset}H${right}V${bottom}H${inset}Z" fill="url(#fade)"/></mask>
</defs><rect width="${width}" height="${height}" fill="url(#glow)"/>`;

const rose: Point = [1052, 138];

const rhumbLines = Array.from({ length: 16 }, (_, index) => {
  const angle = (index * Math.PI) / 8;
  return `M${at(rose)}l${at([width * Math.cos(angle), width * Math.sin(angle)])}`;
}).join('');

const graticule = `<g mask="url(#sheet)" fill="none" stroke="${color.line}">
<path stroke-width="1.2" d="M0 120Q600 40 1200 120M0 262Q600 196 1200 262M0 404Q600 350 1200 404M0 546Q600 504 1200 546"/>
<path stroke-width="1.2" d="M172 0Q120 300 150 630M382 0Q350 300 368 630M592 0Q580 300 586 630M802 0Q810 300 806 630M1012 0Q1040 300 1022 630"/>
<path stroke-opacity="0.8" d="${rhumbLines}"/></g>`;

const star = 'M0-11L2.2-2.2 11 0 2.2 2.2 0 11-2.2 2.2-11 0-2.2-2.2Z';
const starShade = 'M0-11L2.2-2.2 0 0ZM11 0L2.2 2.2 0 0ZM0 11L-2.2 2.2 0 0ZM-11 0L-2.2-2.2 0 0Z';

const compassRose = `<g transform="translate(${at(rose)})">
<circle r="52" fill="${color.ground}" stroke="${color.accent}" stroke-opacity="0.5"/>
<circle r="46" fill="none" stroke="${color.accent}" stroke-opacity="0.8" stroke-width="3" stroke-dasharray="1.5 7.53"/>
<path transform="rotate(45) scale(3.3)" d="${star}" fill="${color.ground}" stroke="${color.accent}" stroke-opacity="0.8" stroke-width="0.45"/>
<g transform="scale(5.6)"><path d="${star}" fill="${color.accent}"/>
<path d="${starShade}" fill="${color.ground}" fill-opacity="0.3"/></g>
<circle r="8" fill="${color.ground}" stroke="${color.accent}" stroke-width="2"/></g>`;

/** An odd number of dashes and gaps on each side, so that both ends look the same. */
const border = `<g fill="none" stroke="${color.lineStrong}">
<path stroke-opacity="0.6" d="M20 20H${width - 20}V${height - 20}H20Z"/>
<path stroke-opacity="0.8" stroke-width="1.5" d="M${inset} ${inset}H${right}V${bottom}H${inset}Z"/>
<g stroke-width="6" stroke-opacity="0.4">
<path stroke-dasharray="${(right - inset) / 25}" d="M${inset} 26H${right}M${inset} ${height - 26}H${right}"/>
<path stroke-dasharray="${(bottom - inset) / 11}" d="M26 ${inset}V${bottom}M${width - 26} ${inset}V${bottom}"/></g></g>`;

function seaName(placeName: Typeface): string {
  const letters = { x: 700, y: 122, size: 25, color: color.water, tracking: 0.1 };
  return `<g opacity="0.75">${placeName.draw('The Hollow Sea', letters)}</g>`;
}

/** The center of the site's small drawings, its place on this sheet, and the scale. */
const islandOnSheet = { from: [200, 92], to: [922, 380], scale: [2.05, 2.75] } as const;

function onSheet([x, y]: Point, growth = 1): Point {
  const { from, to, scale } = islandOnSheet;
  return [to[0] + (x - from[0]) * scale[0] * growth, to[1] + (y - from[1]) * scale[1] * growth];
}

/** Rounds to a tenth of a pixel, so that every machine draws the same. */
function at([x, y]: Point): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

function island(name: string, placeName: Typeface): string {
  const { coast, peaks, route, towns, stars } = islandOf(name);
  const sea = stars.map((place) => circle(onSheet(place), `r="1.8" fill="${color.lineStrong}"`));
  const waterlines = [0.55, 0.36, 0.24, 0.15, 0.09].map((opacity, index) => {
    const growth = 1.055 * 1.075 ** index;
    return `<path d="${raggedCoast(coast, growth, 1 - 0.2 * index)}" stroke="${color.water}" stroke-opacity="${opacity}" stroke-width="1.5"/>`;
  });
  // The last town is the harbor on another shore, outside of the sheet.
  const inland = towns.slice(0, -1).map((town) => onSheet(town));
  const labels = inland.map((town, index) => {
    const label = townNames[(coast.length + 2 * index) % townNames.length] ?? '';
    return townLabel(town, label, labelOverhang[index] ?? 0.5, placeName);
  });
  const ring = `r="6.5" fill="${color.ground}" stroke="${color.accent}" stroke-width="2.6"`;

  return `<g mask="url(#sheet)" fill="none" stroke-linecap="round" stroke-linejoin="round">${sea.join('')}${waterlines.join('')}
<path d="${raggedCoast(coast, 1, 1)}" fill="${color.land}" stroke="${color.water}" stroke-width="2.4"/>
${mountains(peaks)}
<path d="${placed(route)}" stroke="${color.accent}" stroke-width="2.8" stroke-dasharray="11 10"/>
${towns.map((town) => circle(onSheet(town), ring)).join('')}</g>${labels.join('')}`;
}

/**
 * The share of the name that is to the left of the town. The route comes from above on the right.
 */
const labelOverhang = [0.55, 0.5, 0.4];

function townLabel([x, y]: Point, label: string, overhang: number, placeName: Typeface): string {
  const size = 21;
  const start = x - placeName.measure(label) * size * overhang;
  return placeName.draw(label, { x: start, y: Math.round(y) + 31, size, color: color.text });
}

function circle([x, y]: Point, attributes: string): string {
  return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" ${attributes}/>`;
}

/** Moves a path of absolute coordinates to the sheet. */
function placed(path: string): string {
  return path.replace(/(-?\d+) (-?\d+)/g, (_, x, y) => at(onSheet([Number(x), Number(y)])));
}

function mountains(peaks: string): string {
  const drawings = [...peaks.matchAll(/M(-?\d+) (-?\d+)/g)].map(([, x, y], index) => {
    const size = [0.92, 1.12, 1, 0.84][index] ?? 1;
    return `<g transform="translate(${at(onSheet([Number(x), Number(y)]))}) scale(${size})">
<path d="M0 0L22-46 46 0Z" fill="${color.ground}" stroke="none"/>
<path d="M22-46L26-30 22-20 28 0 46 0Z" fill="${color.lineStrong}" fill-opacity="0.35" stroke="none"/>
<path d="M-2 0L22-46 46 2M22-46L26-30 22-20 27-10"/></g>`;
  });
  return `<g stroke="${color.muted}" stroke-opacity="0.75" stroke-width="1.8">${drawings.join('')}</g>`;
}

/**
 * Makes the smooth coast of the site's small drawings ragged for this scale: each bend becomes many
 * points, which waves around the island move in and out. The coordinates of the coast determine the
 * phases.
 */
function raggedCoast(coast: string, growth: number, raggedness: number): string {
  const [startX = 0, startY = 0, ...bends] = (coast.match(/-?\d+/g) ?? []).map(Number);
  const waves = [
    [9, 0.034],
    [17, 0.026],
    [31, 0.017],
    [57, 0.011],
  ].map(([count = 0, rise = 0], index) => ({ count, rise, phase: bends[3 * index] ?? 0 }));
  const points: string[] = [];
  let from: Point = [startX, startY];
  for (let index = 0; index + 3 < bends.length; index += 4) {
    const [cornerX = 0, cornerY = 0, x = 0, y = 0] = bends.slice(index, index + 4);
    for (const point of quadraticCurve(from, [cornerX, cornerY], [x, y])) {
      const angle = Math.atan2(point[1] - islandOnSheet.from[1], point[0] - islandOnSheet.from[0]);
      const swell = waves.reduce(
        (sum, { count, rise, phase }) => sum + rise * Math.sin(count * angle + phase),
        0,
      );
      points.push(at(onSheet(point, growth * (1 + raggedness * swell))));
    }
    from = [x, y];
  }
  return `M${points.join('L')}Z`;
}

function quadraticCurve(from: Point, corner: Point, to: Point): Point[] {
  const steps = 24;
  return Array.from({ length: steps }, (_, index) => {
    const t = (index + 1) / steps;
    const between = (axis: 0 | 1) =>
      (1 - t) ** 2 * from[axis] + 2 * t * (1 - t) * corner[axis] + t ** 2 * to[axis];
    return [between(0), between(1)];
  });
}
