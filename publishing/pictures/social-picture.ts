import sharp, { type Sharp } from 'sharp';
import { brand } from '../../contract/rules/brand.ts';
import type { WrittenArticle } from '../markdown/parse-article.ts';
import { breakLines, breakShortened } from './break-lines.ts';
import { loadTypeface, type Typeface } from './typeface.ts';

/** The size of the large previews of common networks. */
const size = { width: 1200, height: 630 };
const margin = 72;

/** Colors of the dark theme in tokens.css, in a format that every program supports. */
export const socialColors = { ground: '#0d141e', text: '#ece6d8', accent: '#e3b565' };

/** The star of brand-mark.tsx. */
const star = 'M12 1l2.2 8.8L23 12l-8.8 2.2L12 23l-2.2-8.8L1 12l8.8-2.2zM12 10a2 2 0 100 4 2 2 0 000-4z';

const shade = `<linearGradient id="shade" x1="0" y1="0" x2="0" y2="1">
<stop offset="0.3" stop-color="${socialColors.ground}" stop-opacity="0"/>
<stop offset="0.62" stop-color="${socialColors.ground}" stop-opacity="0.82"/>
<stop offset="1" stop-color="${socialColors.ground}" stop-opacity="0.96"/></linearGradient>
<rect width="${size.width}" height="${size.height}" fill="url(#shade)"/>`;

/**
 * Draws the preview of an article for social networks: its headline over its cover, without
 * letters that our typeface does not have. PNG. Throws `ContentError` for a headline with a word that
 * is too long.
 */
export async function drawSocialPicture(
  cover: Sharp,
  { headline, refuseField }: Pick<WrittenArticle, 'headline' | 'refuseField'>,
): Promise<Buffer> {
  const typeface = await loadHeadlineTypeface();
  let words: string;
  try {
    words = drawHeadline(typeface.drawable(headline), typeface);
  } catch (error) {
    return refuseField('headline', `the headline cannot be drawn: ${(error as Error).message}`);
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${shade}${words}</svg>`;
  const background = await cover
    .resize({ ...size, fit: 'cover' })
    .flatten({ background: socialColors.ground })
    .toBuffer();
  return sharp(background)
    .composite([{ input: Buffer.from(svg) }])
    .png({ palette: true, colours: 192, dither: 0.7, effort: 8 })
    .toBuffer();
}

let typeface: Promise<Typeface> | undefined;

function loadHeadlineTypeface(): Promise<Typeface> {
  typeface ??= loadTypeface(
    ['latin', 'latin-ext'].map((letters) => `fraunces/files/fraunces-${letters}-full-normal.woff2`),
    { wght: 560, opsz: 144, SOFT: 0, WONK: 0 },
  );
  return typeface;
}

/** Largest first. */
const headlineSizes = [
  { size: 84, maxLines: 1 },
  { size: 76, maxLines: 2 },
  { size: 64, maxLines: 3 },
];
const smallestHeadline = { size: 52, maxLines: 3 };

function drawHeadline(headline: string, typeface: Typeface): string {
  const room = (it: typeof smallestHeadline) => ({
    width: (size.width - 2 * margin) / it.size,
    maxLines: it.maxLines,
    measure: typeface.measure,
  });
  const chosen = headlineSizes.find((it) => breakLines(headline, room(it))) ?? smallestHeadline;
  const lines = breakShortened(headline, room(chosen));
  const advance = Math.round(1.1 * chosen.size);
  const lastLine = size.height - margin;
  const drawn = lines.map((line, index) =>
    typeface.draw(line, {
      x: margin,
      y: lastLine - (lines.length - 1 - index) * advance,
      size: chosen.size,
      color: socialColors.text,
    }),
  );
  return [...drawn, brandLine(typeface, lastLine - lines.length * advance - 22)].join('');
}

function brandLine(typeface: Typeface, y: number): string {
  return `<path transform="translate(${margin - 2} ${y - 29}) scale(1.5)" d="${star}" fill="${socialColors.accent}" fill-rule="evenodd"/>
${typeface.draw(brand, { x: margin + 46, y, size: 32, color: socialColors.text })}`;
}
