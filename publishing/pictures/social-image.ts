import sharp from 'sharp';
import { site } from '../../web/src/lib/site.ts';
import { socialImageSize } from '../pages/social-tags.ts';
import { breakLines, breakShortened } from './break-lines.ts';
import { nightColor } from './night-colors.ts';
import { drawChart } from './social-chart.ts';
import { loadTypeface, type Typeface } from './typeface.ts';

export interface SocialImageText {
  /** Determines the island. */
  name: string;
  /** Small text above the headline. */
  section?: string;
  headline: string;
  summary: string;
}

export interface SocialTypefaces {
  headline: Typeface;
  summary: Typeface;
  section: Typeface;
  placeName: Typeface;
}

export async function loadSocialTypefaces(): Promise<SocialTypefaces> {
  const files = (family: string, cut: string) =>
    ['latin', 'latin-ext'].map((letters) => `${family}/files/${family}-${letters}-${cut}.woff2`);
  const fraunces = files('fraunces', 'full-normal');
  const sourceSans = files('source-sans-3', 'wght-normal');
  const plain = { SOFT: 0, WONK: 0 };
  const [headline, summary, section, placeName] = await Promise.all([
    loadTypeface(fraunces, { wght: 560, opsz: 144, ...plain }),
    loadTypeface(sourceSans, { wght: 400 }),
    loadTypeface(sourceSans, { wght: 600 }),
    loadTypeface(files('fraunces', 'full-italic'), { wght: 400, opsz: 30, ...plain }),
  ]);
  return { headline, summary, section, placeName };
}

/** Draws the preview of a page for posted links: its text next to its own island. PNG. */
export function drawSocialImage(text: SocialImageText, typefaces: SocialTypefaces): Promise<Buffer> {
  const { width, height } = socialImageSize;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
${drawChart(text.name, typefaces.placeName)}${brandLine(typefaces)}${words(text, typefaces)}</svg>`;
  // More effort takes twice as long, and the files are not smaller. The colors are slightly less exact,
  // which is not visible.
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 128, dither: 0.6, effort: 1 }).toBuffer();
}

const margin = 84;
/** The vertical middle of the text, between the brand and the border. */
const middle = 362;

/** The star of brand-mark.tsx. */
const star = 'M12 1l2.2 8.8L23 12l-8.8 2.2L12 23l-2.2-8.8L1 12l8.8-2.2zM12 10a2 2 0 100 4 2 2 0 000-4z';

function brandLine({ headline }: SocialTypefaces): string {
  return `<path transform="translate(${margin - 2} 72) scale(1.8)" d="${star}" fill="${nightColor('accent')}" fill-rule="evenodd"/>
${headline.draw(site.name, { x: margin + 54, y: 106, size: 38, color: nightColor('text') })}`;
}

interface TextLine {
  text: string;
  typeface: Typeface;
  size: number;
  color: string;
  tracking?: number;
  /** The distance from the bottom of the previous line. */
  advance: number;
  spaceAfter?: number;
}

function words({ section, headline, summary }: SocialImageText, typefaces: SocialTypefaces): string {
  const lines = [
    ...(section ? [sectionLine(section, typefaces.section)] : []),
    ...headlineLines(headline, typefaces.headline),
    ...summaryLines(summary, typefaces.summary),
  ];
  let y = middle - lines.reduce((sum, { advance, spaceAfter = 0 }) => sum + advance + spaceAfter, 0) / 2;
  return lines
    .map(({ text, typeface, advance, spaceAfter = 0, ...look }) => {
      y += advance;
      // Letters reach below their baseline.
      const drawing = typeface.draw(text, { ...look, x: margin, y: Math.round(y - 0.2 * look.size) });
      y += spaceAfter;
      return drawing;
    })
    .join('');
}

function sectionLine(text: string, typeface: Typeface): TextLine {
  return {
    text: text.toUpperCase(),
    typeface,
    size: 23,
    color: nightColor('water'),
    tracking: 0.15,
    advance: 23,
    spaceAfter: 14,
  };
}

const headlineSizes = [
  { size: 96, maxLines: 2 },
  { size: 86, maxLines: 2 },
  { size: 78, maxLines: 2 },
  { size: 80, maxLines: 3 },
  { size: 70, maxLines: 3 },
];
const smallestHeadline = { size: 58, maxLines: 3 };

/** Chooses the largest size that fits; three lines only if two lines would be small. */
function headlineLines(text: string, typeface: Typeface): TextLine[] {
  const room = ({ size, maxLines }: typeof smallestHeadline) => ({
    width: 600 / size,
    maxLines,
    measure: typeface.measure,
  });
  const chosen = headlineSizes.find((it) => breakLines(text, room(it))) ?? smallestHeadline;
  return breakShortened(text, room(chosen)).map((line) => ({
    text: line,
    typeface,
    size: chosen.size,
    color: nightColor('text'),
    advance: 1.08 * chosen.size,
  }));
}

function summaryLines(text: string, typeface: Typeface): TextLine[] {
  const size = 29;
  const lines = breakShortened(text, { width: 520 / size, maxLines: 3, measure: typeface.measure });
  return lines.map((line, index) => ({
    text: line,
    typeface,
    size,
    color: nightColor('text-muted'),
    advance: (index === 0 ? 1.95 : 1.4) * size,
  }));
}
