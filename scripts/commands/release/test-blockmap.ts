import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

/** A block map in the format of electron-builder, which chooses the ends of blocks by their content instead of their size. */
export function blockmapOf(bytes: Uint8Array, blockBytes = 4096): Buffer {
  const blocks = Array.from({ length: Math.ceil(bytes.length / blockBytes) }, (_, index) =>
    bytes.subarray(index * blockBytes, (index + 1) * blockBytes),
  );
  const checksums = blocks.map((block) => createHash('sha256').update(block).digest('base64'));
  const sizes = blocks.map(({ length }) => length);
  return gzipSync(JSON.stringify({ version: '2', files: [{ name: 'file', offset: 0, checksums, sizes }] }));
}
