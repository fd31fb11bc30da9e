import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';
import subsetFont from 'subset-font';

interface TextPlace {
  x: number;
  /** The baseline. */
  y: number;
  size: number;
  color: string;
}

/** Draws text as outlines, so that a picture looks the same on a machine without fonts. */
export interface Typeface {
  /** Returns the text without the letters that the typeface does not have, such as emoji. */
  drawable(text: string): string;
  /** Returns the width of a line as a fraction of its size. */
  measure(text: string): number;
  /** Draws the line as SVG. Throws for a letter that the typeface does not have. */
  draw(text: string, place: TextPlace): string;
}

const require = createRequire(import.meta.url);

/** Loads an instance of a variable font of @fontsource-variable. */
export async function loadTypeface(
  /** In order of preference: a letter comes from the first file that has it. */
  files: string[],
  axes: Record<string, number>,
): Promise<Typeface> {
  const fonts = await Promise.all(files.map((file) => loadFont(file, axes)));

  const findFont = (letter: string) =>
    fonts.find((it) => it.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
  const fontFor = (letter: string) => {
    const font = findFont(letter);
    if (!font) throw new Error(`No letter "${letter}" in ${files.join(', ')}`);
    return font;
  };

  /** Shapes runs of letters from the same file. */
  const shape = (text: string) => {
    const runs: { font: fontkit.Font; text: string }[] = [];
    for (const letter of text) {
      const font = fontFor(letter);
      const run = runs.at(-1);
      if (run?.font === font) run.text += letter;
      else runs.push({ font, text: letter });
    }
    return runs.flatMap(({ font, text: part }) => {
      const { glyphs, positions } = font.layout(part);
      return glyphs.map((glyph, index) => ({
        glyph,
        advance: (positions[index]?.xAdvance ?? 0) / font.unitsPerEm,
        unitsPerEm: font.unitsPerEm,
      }));
    });
  };

  return {
    drawable: (text) =>
      [...text.normalize('NFC')]
        .filter((letter) => findFont(letter) && !/\p{Default_Ignorable_Code_Point}/u.test(letter))
        .join('')
        .replace(/\s+/g, ' ')
        .trim(),
    measure: (text) => shape(text).reduce((width, { advance }) => width + advance, 0),
    draw: (text, { x, y, size, color }) => {
      let pen = x;
      const outlines = shape(text).map(({ glyph, advance, unitsPerEm }) => {
        const scale = size / unitsPerEm;
        const place = `translate(${pen.toFixed(2)} ${y}) scale(${scale} ${-scale})`;
        pen += advance * size;
        return `<path transform="${place}" d="${glyph.path.toSVG()}"/>`;
      });
      return `<g fill="${color}">${outlines.join('')}</g>`;
    },
  };
}

/** Includes the punctuation of European languages. */
const everyLetter = Array.from({ length: 0x2100 }, (_, code) => String.fromCodePoint(code)).join('');

/** fontkit cannot set the axes of a WOFF2 file; HarfBuzz, in subset-font, can. */
async function loadFont(file: string, axes: Record<string, number>): Promise<fontkit.Font> {
  const path = require.resolve(`@fontsource-variable/${file}`);
  const cut = await subsetFont(await readFile(path), everyLetter, {
    targetFormat: 'sfnt',
    variationAxes: axes,
  });
  const font = fontkit.create(cut);
  if ('fonts' in font) throw new Error(`${file} is a font collection`);
  return font;
}
