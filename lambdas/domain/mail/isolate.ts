/** Characters of scripts that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Isolates a text that somebody else wrote within our sentence. Without the two characters around it, Arabic or
 * Hebrew would reorder the sentence: https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates
 */
export function isolate(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}
