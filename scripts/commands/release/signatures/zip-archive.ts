import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl';
import { type RandomAccessFile, readRange } from './random-access-file.ts';
import { SignatureProblem } from './signature-problem.ts';

/** A file in a `.zip`. */
export interface ZippedFile {
  path: string;
  sizeInBytes: number;
  isSymbolicLink: boolean;
  open(): Promise<Readable>;
}

const maxEntries = 100_000;
const maxTextBytes = 16 * 1024 * 1024;
/** More than any app has: a small archive may unpack to far more than a disk holds. */
const maxUnpackedBytes = 8 * 1024 ** 3;
/** The type of a file in the mode of Unix, which is in the upper half of the attributes. */
const [typeMask, symbolicLink] = [0o170000, 0o120000];

class FileReader extends RandomAccessReader {
  readonly #file: RandomAccessFile;

  constructor(file: RandomAccessFile) {
    super();
    this.#file = file;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(readRange(this.#file, start, end));
  }
}

/**
 * Lists the files of a `.zip`, and opens them on demand.
 * @throws SignatureProblem when it is damaged or contains a path twice, which programs unpack differently
 */
export async function readZip(file: RandomAccessFile): Promise<Map<string, ZippedFile>> {
  if (file.sizeInBytes < 4 || (await file.read(0, 2)).toString('latin1') !== 'PK')
    throw new SignatureProblem('is not a .zip, so it has no signature', { isUnsigned: true });
  const archive = await openArchive(file);
  const files = new Map<string, ZippedFile>();
  let unpackedBytes = 0;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  archive.on('error', (error: Error) => reject(damaged(error)));
  archive.on('end', () => resolve());
  archive.on('entry', (entry: Entry) => {
    const path = entry.fileName.normalize();
    if (files.has(path)) return reject(new SignatureProblem(`contains ${path} twice`));
    unpackedBytes += entry.uncompressedSize;
    if (files.size === maxEntries || unpackedBytes > maxUnpackedBytes)
      return reject(new SignatureProblem('unpacks to more than an app has'));
    if (!path.endsWith('/')) files.set(path, describe(archive, entry, path));
    archive.readEntry();
  });
  archive.readEntry();
  await promise;
  return files;
}

const damaged = (cause: unknown) =>
  new SignatureProblem(`is not a readable .zip: ${(cause as Error).message.replace(/\.$/, '')}`);

function openArchive(file: RandomAccessFile): Promise<ZipFile> {
  const { promise, resolve, reject } = Promise.withResolvers<ZipFile>();
  const options = { lazyEntries: true, autoClose: false };
  fromRandomAccessReader(new FileReader(file), file.sizeInBytes, options, (error, archive) =>
    archive ? resolve(archive) : reject(damaged(error)),
  );
  return promise;
}

function describe(archive: ZipFile, entry: Entry, path: string): ZippedFile {
  const mode = entry.externalFileAttributes >>> 16;
  return {
    path,
    sizeInBytes: entry.uncompressedSize,
    isSymbolicLink: (mode & typeMask) === symbolicLink,
    open() {
      const { promise, resolve, reject } = Promise.withResolvers<Readable>();
      archive.openReadStream(entry, (error, stream) => (stream ? resolve(stream) : reject(damaged(error))));
      return promise;
    },
  };
}

/** Passes the content of a file on, piece by piece. */
export async function consumeFile(file: ZippedFile, use: (bytes: Buffer) => void): Promise<void> {
  const stream = await file.open();
  try {
    for await (const bytes of stream) use(bytes as Buffer);
  } catch (error) {
    throw damaged(error);
  }
}

/** The content of a small file. */
export async function readText(file: ZippedFile | undefined, name: string): Promise<Buffer> {
  if (!file) throw new SignatureProblem(`contains no ${name}`, { isUnsigned: true });
  if (file.sizeInBytes > maxTextBytes)
    throw new SignatureProblem(`contains a ${name} of ${file.sizeInBytes} bytes`);
  const pieces: Buffer[] = [];
  await consumeFile(file, (bytes) => void pieces.push(bytes));
  return Buffer.concat(pieces);
}

/** Unpacks a file. */
export async function unpackFile(file: ZippedFile, path: string): Promise<void> {
  const stream = await file.open();
  await pipeline(stream, createWriteStream(path)).catch((error) => {
    throw damaged(error);
  });
}
