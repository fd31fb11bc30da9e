import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { SignatureProblem } from './signature-problem.ts';

/** A file of any size, read in pieces. */
export interface RandomAccessFile {
  sizeInBytes: number;
  /** @throws SignatureProblem when the file ends before */
  read(offset: number, length: number): Promise<Buffer>;
}

export interface OpenedFile extends RandomAccessFile {
  close(): Promise<void>;
}

const pieceBytes = 8 * 1024 * 1024;

/** Offsets and lengths in a file are claims. This refuses those that leave the file, and pieces that would fill the memory. */
export function checkedFile(
  sizeInBytes: number,
  read: (offset: number, length: number) => Promise<Buffer>,
): RandomAccessFile {
  return {
    sizeInBytes,
    async read(offset, length) {
      const isInside = offset >= 0 && length >= 0 && offset + length <= sizeInBytes;
      if (!Number.isSafeInteger(offset + length) || !isInside)
        throw new SignatureProblem('ends before all of its parts: it was cut off or is damaged');
      if (length > pieceBytes)
        throw new SignatureProblem(`has a part of ${length} bytes that should be small: it is damaged`);
      const bytes = length === 0 ? Buffer.alloc(0) : await read(offset, length);
      if (bytes.length !== length) throw new Error('The file became shorter while it was read.');
      return bytes;
    },
  };
}

/** Opens a file on this machine. */
export async function openFile(path: string): Promise<OpenedFile> {
  const handle = await open(path);
  const { size } = await handle.stat();
  return {
    ...checkedFile(size, (offset, length) => readFully(handle, offset, length)),
    close: () => handle.close(),
  };
}

async function readFully(handle: FileHandle, offset: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await handle.read(buffer, read, length - read, offset + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return buffer.subarray(0, read);
}

/** The bytes between two offsets, in pieces. */
export async function* readRange(file: RandomAccessFile, start: number, end: number): AsyncGenerator<Buffer> {
  for (let offset = start; offset < end; offset += pieceBytes)
    yield await file.read(offset, Math.min(pieceBytes, end - offset));
}

/** Hashes parts of a file, one after the other. */
export async function hashRanges(
  file: RandomAccessFile,
  algorithm: string,
  ranges: [start: number, end: number][],
): Promise<Buffer> {
  const hash = createHash(algorithm);
  for (const [start, end] of ranges)
    for await (const bytes of readRange(file, start, end)) hash.update(bytes);
  return hash.digest();
}
