import { gunzipSync } from 'node:zlib';
import type { RandomAccessFile } from './signatures/random-access-file.ts';

/** The block map of a file of 2 GB has about 2 MB, and 5 MB as text. */
const [maxBytes, maxTextBytes] = [8 * 1024 * 1024, 32 * 1024 * 1024];

/** Whether a file is what electron-builder writes for a file of this size: the sizes and checksums of its blocks, compressed. */
export async function isBlockmap(file: RandomAccessFile, sizeInBytes: number): Promise<boolean> {
  if (file.sizeInBytes > maxBytes) return false;
  const bytes = await file.read(0, file.sizeInBytes);
  try {
    const { files } = JSON.parse(gunzipSync(bytes, { maxOutputLength: maxTextBytes }).toString());
    const [{ offset, sizes, checksums }] = files;
    const total = sizes.reduce((sum: number, size: number) => sum + size, 0);
    return files.length === 1 && offset === 0 && sizes.length === checksums.length && total === sizeInBytes;
  } catch {
    return false;
  }
}
