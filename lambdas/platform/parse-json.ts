/** Undefined for a text that is not JSON, which no schema accepts. The error of JSON.parse would repeat the text in the log. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
