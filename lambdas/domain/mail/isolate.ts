/** Characters of scripts that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A text of somebody else within one of our sentences. Without the two characters around it, one in
 * Arabic or Hebrew would reorder the sentence: https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates
 */
export function isolate(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}
