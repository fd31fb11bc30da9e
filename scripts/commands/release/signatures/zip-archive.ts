import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { SignatureProblem } from './signature-problem.ts';

/** A file in a `.zip`. */
export interface ZippedFile {
  isSymbolicLink: boolean;
  read(): Promise<Buffer>;
}

const maxEntries = 100_000;
/** More than any app has: a small archive may unpack to far more than the memory holds. */
const maxUnpackedBytes = 4 * 1024 ** 3;
/** A file is unpacked into the memory as a whole. */
const maxFileBytes = 1024 ** 3;
/** The type of a file in the mode of Unix, which is in the upper half of the attributes. */
const [typeMask, symbolicLink] = [0o170000, 0o120000];

/**
 * Lists the files of a `.zip`, and unpacks them on demand.
 * @throws SignatureProblem when it is damaged or contains a path twice, which programs unpack differently
 */
export async function readZip(bytes: Buffer): Promise<Map<string, ZippedFile>> {
  if (bytes.length < 4 || bytes.toString('latin1', 0, 2) !== 'PK')
    throw new SignatureProblem('is not a .zip, so it has no signature', { isUnsigned: true });
  const files = new Map<string, ZippedFile>();
  let unpackedBytes = 0;
  try {
    const archive = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
    for await (const entry of archive.eachEntry()) {
      const path = entry.fileName.normalize();
      if (files.has(path)) throw new SignatureProblem(`contains ${path} twice`);
      unpackedBytes += entry.uncompressedSize;
      if (
        files.size === maxEntries ||
        unpackedBytes > maxUnpackedBytes ||
        entry.uncompressedSize > maxFileBytes
      )
        throw new SignatureProblem('unpacks to more than an app has');
      if (path.endsWith('/')) continue;
      files.set(path, {
        isSymbolicLink: ((entry.externalFileAttributes >>> 16) & typeMask) === symbolicLink,
        read: () => archive.openReadStreamPromise(entry).then(buffer).catch(refuse),
      });
    }
  } catch (error) {
    refuse(error);
  }
  return files;
}

/** yauzl reports damage with plain errors, and zlib with codes. Other errors are bugs, or the memory is full. */
function refuse(error: unknown): never {
  const { code = 'Z_', message } = error as NodeJS.ErrnoException;
  if (Object.getPrototypeOf(error) !== Error.prototype || !code.startsWith('Z_')) throw error;
  throw new SignatureProblem(`is not a readable .zip: ${message.replace(/\.$/, '')}`);
}
