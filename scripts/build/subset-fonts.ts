import { readFile, writeFile } from 'node:fs/promises';
import * as fontkit from 'fontkit';
import subsetFont from 'subset-font';

// Cuts the two typefaces of the site out of their npm packages and writes them, with the CSS that
// names them, to web/src/styles/fonts. The result is committed; run this after raising a font's
// version: `node scripts/build/subset-fonts.ts`.

const outFolder = 'web/src/styles/fonts';

/**
 * The font that the site shows until the web font arrives. Scaled by these widths, the text keeps
 * its line breaks. The width is the mean advance in em over `sampleText`, measured once on the font
 * itself or on a metric-compatible one (Liberation, Gelasio).
 */
interface SystemFont {
  /** Its names for `local()`. */
  names: string[];
  meanAdvance: number;
}

const georgia: SystemFont = { names: ['Georgia Bold', 'Gelasio Bold'], meanAdvance: 0.5062 };
const timesNewRoman: SystemFont = {
  names: ['Times New Roman Bold', 'Liberation Serif Bold', 'Tinos Bold'],
  meanAdvance: 0.4218,
};
const notoSerif: SystemFont = { names: ['Noto Serif Bold'], meanAdvance: 0.501 };
const arial: SystemFont = {
  names: ['Arial', 'ArialMT', 'Helvetica', 'Liberation Sans', 'Arimo Regular'],
  meanAdvance: 0.4389,
};
const roboto: SystemFont = { names: ['Roboto', 'Roboto Regular'], meanAdvance: 0.4373 };

interface Typeface {
  family: string;
  /** The path below node_modules/@fontsource-variable. */
  file: (range: string) => string;
  axes: Record<string, number | { min: number; max: number }>;
  /** Whether to leave out the glyphs of ligatures, fractions and other figures. */
  plain: boolean;
  /** The weight of most of its text. */
  usualWeight: number;
  systemFonts: SystemFont[];
}

/** From --weight-body to --weight-strong. Browsers show bold text in the latter. */
const weights = { min: 400, max: 600 };

const typefaces: Typeface[] = [
  {
    family: 'Fraunces',
    file: (range: string) => `fraunces/files/fraunces-${range}-opsz-normal.woff2`,
    // The optical size for large text, with fine hairlines: the site uses it only for headings.
    axes: { opsz: 72, wght: weights },
    plain: false,
    usualWeight: 600,
    // Browsers use the first installed font, so the most common ones come first: macOS, iOS and
    // Windows; Linux; Android.
    systemFonts: [georgia, timesNewRoman, notoSerif],
  },
  {
    family: 'Source Sans 3',
    file: (range: string) => `source-sans-3/files/source-sans-3-${range}-wght-normal.woff2`,
    axes: { wght: weights },
    plain: true,
    usualWeight: 400,
    systemFonts: [arial, roboto],
  },
];

/**
 * One file for each Unicode block, and the last one for the site's own texts. Browsers fetch another
 * file only for a page that needs it, for example for the name “Kishōtenketsu”. Of several rules for
 * a character, the last one whose file has it applies. Every page contains these rules, so names and
 * ranges are short.
 */
const blocks = [
  { block: 'latin-a', file: 'latin-ext', range: 'U+100-17F', codePoints: [[0x100, 0x17f]] },
  { block: 'latin-1', file: 'latin', range: 'U+A1-FF', codePoints: [[0xa1, 0xff]] },
  {
    block: 'latin',
    file: 'latin',
    range: 'U+20-B7, U+2010-2193',
    codePoints: [
      [0x20, 0x7e],
      [0xa0, 0xa0],
      [0xa9, 0xa9],
      [0xb7, 0xb7],
      [0x2010, 0x2026],
      [0x20ac, 0x20ac],
      [0x2190, 0x2193],
    ],
  },
] as const;

/** English prose from the site itself. */
const sampleText = (await readFile('content/blog/a-map-is-a-list-of-delays.md', 'utf8'))
  .replace(/^---.*?---/s, '')
  .replace(/[^\x20-\x7e“”’–—]+/g, ' ')
  .replace(/[#*_>[\]()]/g, '');

const css: string[] = [
  '/* Written by scripts/build/subset-fonts.ts. Both typefaces: SIL Open Font License 1.1. */',
];
for (const typeface of typefaces) {
  for (const block of blocks) css.push(await writeFace(typeface, block));
  css.push(...(await fallbackFaces(typeface)));
}
await writeFile(`${outFolder}/fonts.css`, `${css.join('\n\n')}\n`);

/** Writes the file of one block, and returns the rule that names it. */
async function writeFace(
  { family, file: fileOf, axes, plain }: Typeface,
  { block, file, range, codePoints }: (typeof blocks)[number],
): Promise<string> {
  const name = `${family.toLowerCase().replaceAll(' ', '-')}-${block}.woff2`;
  const source = await readFile(`node_modules/@fontsource-variable/${fileOf(file)}`);
  const subset = await subsetFont(source, charactersOf(codePoints), {
    targetFormat: 'woff2',
    variationAxes: axes,
    noLayoutClosure: plain,
  });
  await writeFile(`${outFolder}/${name}`, subset);
  console.log(name, `${(subset.length / 1024).toFixed(1)} KB`);
  return `@font-face {
  font-family: "${family}";
  font-weight: ${weights.min} ${weights.max};
  font-display: swap;
  src: url("./${name}");
  unicode-range: ${range};
}`;
}

function charactersOf(ranges: readonly (readonly [number, number])[]): string {
  return ranges
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
    .map((codePoint) => String.fromCodePoint(codePoint))
    .join('');
}

/** @see https://www.w3.org/TR/css-fonts-5/#size-adjust-desc */
async function fallbackFaces(typeface: Typeface): Promise<string[]> {
  // A static TrueType font, because fontkit cannot set text in a variable one.
  const instance = await subsetFont(
    await readFile(`node_modules/@fontsource-variable/${typeface.file('latin')}`),
    charactersOf([
      [0x20, 0x7e],
      [0x2013, 0x201d],
    ]),
    { targetFormat: 'truetype', variationAxes: { ...typeface.axes, wght: typeface.usualWeight } },
  );
  const font = fontkit.create(instance);
  if (!('layout' in font)) throw new Error(`${typeface.family} is not a single font`);
  const meanAdvance = font.layout(sampleText).advanceWidth / sampleText.length / font.unitsPerEm;
  return typeface.systemFonts.map(({ names, meanAdvance: systemMeanAdvance }, index) => {
    const scale = meanAdvance / systemMeanAdvance;
    const percent = (value: number) => `${(value * 100).toFixed(2)}%`;
    return `@font-face {
  font-family: "${typeface.family} Fallback ${index + 1}";
  font-weight: ${typeface.usualWeight > 500 ? 700 : 400};
  src: ${names.map((name) => `local("${name}")`).join(', ')};
  size-adjust: ${percent(scale)};
  ascent-override: ${percent(font.ascent / font.unitsPerEm / scale)};
  descent-override: ${percent(-font.descent / font.unitsPerEm / scale)};
  line-gap-override: ${percent(font.lineGap / font.unitsPerEm / scale)};
}`;
  });
}
