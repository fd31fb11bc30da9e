/**
 * Decodes a file of the team, which must be UTF-8, without its byte order mark. Some programs write
 * UTF-16 or a regional encoding, whose characters would be published as \ufffd.
 */
export function decodeText(bytes: Uint8Array): { text: string } | { problem: string; line: number } {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isUtf16) return { problem: 'is saved as UTF-16: save it as UTF-8', line: 1 };
  const zero = bytes.indexOf(0);
  if (zero >= 0) return { problem: 'is not a text file', line: lineOf(bytes, zero) };
  const text = decode(bytes);
  if (text !== undefined) return { text };
  return {
    problem: 'has a character that is not UTF-8: save the file as UTF-8',
    line: lineOfMistake(bytes),
  };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    // The decoder throws a TypeError for bytes that are not text.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

const lineBreak = 0x0a;

const lineOf = (bytes: Uint8Array, position: number) =>
  bytes.subarray(0, position).filter((byte) => byte === lineBreak).length + 1;

/** A line break is never a part of another character in UTF-8, so each line can be decoded alone. */
function lineOfMistake(bytes: Uint8Array): number {
  for (let start = 0; start < bytes.length; ) {
    const next = bytes.indexOf(lineBreak, start);
    const end = next < 0 ? bytes.length : next;
    if (decode(bytes.subarray(start, end)) === undefined) return lineOf(bytes, start);
    start = end + 1;
  }
  return 1;
}
