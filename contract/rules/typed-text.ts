/** Line breaks of editors, such as the one that Word writes for Shift and Enter (U+000B). */
const lineBreaks = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;

/** Control characters and half characters, which a database may refuse. */
const unusable = /[^\P{Cc}\n\t]|\p{Cs}/gu;

/**
 * A flag of a region, such as that of Scotland, or one format character. Format characters are
 * invisible, and some reverse the order of the text around them.
 */
const formatCharacters = /\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}|\p{Cf}/gu;

/** Signs that are drawn around numbers, although Unicode counts them as format characters. */
const drawnSigns = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u;

/** Scripts whose letters change their form beside a joiner, such as those of Persian and Hindi. */
const joiningLetter = new RegExp(
  `^[${[
    'Arabic',
    'Syriac',
    'Mongolian',
    'Devanagari',
    'Bengali',
    'Gurmukhi',
    'Gujarati',
    'Oriya',
    'Tamil',
    'Telugu',
    'Kannada',
    'Malayalam',
    'Sinhala',
    'Khmer',
    'Myanmar',
  ]
    .map((script) => `\\p{Script_Extensions=${script}}`)
    .join('')}]$`,
  'u',
);
const pictograph = /^\p{Extended_Pictographic}$/u;
const modifierOfPictograph = /^[\ufe0f\u{1f3fb}-\u{1f3ff}]$/u;

/**
 * Removes invisible characters from text that a person typed or pasted. Line breaks of editors become
 * `\n`. Joiners remain where emoji and scripts need them.
 */
export function tidyText(text: string): string {
  const plain = text.replace(lineBreaks, '\n').replace(unusable, '');
  return plain
    .replace(formatCharacters, (found, offset: number) => (staysIn(plain, found, offset) ? found : ''))
    .trim();
}

/** Turns a text into a single line: line breaks and tabs become spaces. */
export function tidyLine(text: string): string {
  return tidyText(text).replace(/[\n\t]+/g, ' ');
}

/** Returns false for a text that contains only fillers, joiners, accents or other invisible characters. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Default_Ignorable_Code_Point}\p{Mark}\p{C}\u2800]/u.test(text);
}

function staysIn(text: string, found: string, offset: number): boolean {
  if (found.length > 2 || drawnSigns.test(found)) return true;
  if (found !== '\u200c' && found !== '\u200d') return false;
  const before = [...text.slice(Math.max(0, offset - 4), offset)];
  const last = before.at(-1) ?? '';
  if (joiningLetter.test(last)) return true;
  const [after = ''] = text.slice(offset + 1, offset + 3);
  const base = modifierOfPictograph.test(last) ? (before.at(-2) ?? '') : last;
  return found === '\u200d' && pictograph.test(base) && pictograph.test(after);
}
