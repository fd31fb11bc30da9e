interface Room {
  width: number;
  maxLines: number;
  measure: (line: string) => number;
}

/**
 * Breaks the text into as few lines as the width allows and balances them. Returns undefined if
 * they do not fit.
 */
export function breakLines(text: string, { width, maxLines, measure }: Room): string[] | undefined {
  const words = text.split(/\s+/).filter(Boolean);
  const lines = fillLines(words, width, measure);
  if (lines.length > maxLines || lines.some((line) => measure(line) > width)) return undefined;

  // The narrowest width with the same number of lines, like `text-wrap: balance` in browsers.
  let tooNarrow = 0;
  let wideEnough = width;
  while (wideEnough - tooNarrow > width / 100) {
    const between = (tooNarrow + wideEnough) / 2;
    if (fillLines(words, between, measure).length > lines.length) tooNarrow = between;
    else wideEnough = between;
  }
  return fillLines(words, wideEnough, measure);
}

/** Like `breakLines`, but replaces words at the end with an ellipsis until the text fits. */
export function breakShortened(text: string, room: Room): string[] {
  const lines = breakLines(text, room);
  if (lines) return lines;
  const shorter = text.replace(/[\s,.:;–]*\s\S+$/, '…');
  if (shorter === text) throw new Error(`"${text}" does not fit`);
  return breakShortened(shorter, room);
}

function fillLines(words: string[], width: number, measure: (line: string) => number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && measure(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
