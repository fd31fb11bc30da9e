import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';

/** Bytes on disk. A blob never changes, so readers and copies need no lock. */
export interface Blob {
  name: string;
  size: number;
  md5: string;
  crc32: string;
}

/** The bytes of an object. */
interface Bytes {
  blobs: Blob[];
  size: number;
}

export interface OpenBytes {
  chunks: AsyncIterable<Buffer>;
  close(): Promise<void>;
}

/** Files with bytes, each with a random name. */
export class BlobFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async write(source: AsyncIterable<Buffer>): Promise<Blob> {
    const name = randomUUID();
    const md5 = createHash('md5');
    let size = 0;
    let checksum = 0;
    const file = await open(this.#path(name), 'wx');
    try {
      await pipeline(
        source,
        async function* measure(chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            size += chunk.length;
            md5.update(chunk);
            checksum = crc32(chunk, checksum);
            yield chunk;
          }
        },
        file.createWriteStream(),
      );
    } catch (error) {
      await this.remove([{ name }]);
      throw error;
    }
    return { name, size, md5: md5.digest('hex'), crc32: toBase64(checksum) };
  }

  async remove(blobs: Pick<Blob, 'name'>[]): Promise<void> {
    await Promise.all(blobs.map(({ name }) => rm(this.#path(name), { force: true })));
  }

  /** Opens the bytes from `start` to `end`, inclusive. They stay readable when the object is overwritten. */
  async open({ blobs, size }: Bytes, start = 0, end = size - 1): Promise<OpenBytes> {
    const files: FileHandle[] = [];
    const close = async () => {
      await Promise.all(files.map((file) => file.close()));
    };
    try {
      for (const { name } of blobs) files.push(await open(this.#path(name)));
    } catch (error) {
      await close();
      throw error;
    }
    return { chunks: readRange(blobs, files, start, end), close };
  }

  /** Creates the folder, and removes the blobs that a killed process left. */
  async sweep(isKept: (name: string) => boolean): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const names = await readdir(this.#folder);
    await this.remove(names.filter((name) => !isKept(name)).map((name) => ({ name })));
  }

  #path(name: string): string {
    return path.join(this.#folder, name);
  }
}

async function* readRange(
  blobs: Blob[],
  files: FileHandle[],
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  let blobStart = 0;
  for (const [index, blob] of blobs.entries()) {
    const from = Math.max(start - blobStart, 0);
    const to = Math.min(end - blobStart, blob.size - 1);
    const file = files[index];
    if (file && from <= to) yield* file.createReadStream({ start: from, end: to, autoClose: false });
    blobStart += blob.size;
  }
}

function toBase64(checksum: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(checksum);
  return bytes.toString('base64');
}
