import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface Checksums {
  sizeInBytes: number;
  /** Hexadecimal. */
  sha256: string;
  /** Base64. */
  sha512: string;
}

/** Reads a stream to its end. */
export async function hashStream(stream: Readable): Promise<Checksums> {
  const sha256 = createHash('sha256');
  const sha512 = createHash('sha512');
  let sizeInBytes = 0;
  await pipeline(stream, async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      sizeInBytes += chunk.length;
      sha256.update(chunk);
      sha512.update(chunk);
    }
  });
  return { sizeInBytes, sha256: sha256.digest('hex'), sha512: sha512.digest('base64') };
}
