import type { IncomingMessage } from 'node:http';

/** @throws Error with code `TOO_LARGE` */
export async function readBody(
  request: IncomingMessage,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw Object.assign(new Error('The body is too large.'), { code: 'TOO_LARGE' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @returns undefined if the text is not a JSON object */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const body = JSON.parse(text);
    return typeof body === 'object' && !Array.isArray(body) ? (body ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}
