import { createHash } from 'node:crypto';
import { SignatureProblem } from './signature-problem.ts';

/** The digests of a program or a disk image for macOS. */
export interface CodeDirectory {
  bytes: Buffer;
  digest: Buffer;
  flags: number;
  teamId: string | undefined;
  /** The number of bytes from the start of the code that its pages cover. */
  codeLimit: number;
  /** Infinity if all code is one page. */
  pageBytes: number;
  pageDigests: Buffer[];
  /** The digests of parts outside of the code, by their slots. */
  specialDigests: Map<number, Buffer>;
}

const magic = 0xfade0c02;
const sha256 = { type: 2, bytes: 32 };
/** The versions that introduced a field. */
const since = { teamId: 0x20200, codeLimit64: 0x20300 };
const maxSpecialSlots = 20;

/**
 * Reads a directory of SHA-256 digests.
 * @returns undefined if its digests are others
 * @see Apple, xnu, osfmk/kern/cs_blobs.h
 */
export function parseCodeDirectory(bytes: Buffer): CodeDirectory | undefined {
  const damaged = () => new SignatureProblem('has a signature that cannot be read: it is damaged');
  if (bytes.length < 44 || bytes.readUInt32BE(0) !== magic) throw damaged();
  const version = bytes.readUInt32BE(8);
  if (bytes[37] !== sha256.type || bytes[36] !== sha256.bytes) return undefined;
  const hasLimit64 = version >= since.codeLimit64;
  if (bytes.length < (hasLimit64 ? 64 : 52)) throw damaged();
  const digestsAt = bytes.readUInt32BE(16);
  const specialCount = bytes.readUInt32BE(24);
  const pageCount = bytes.readUInt32BE(28);
  const end = digestsAt + pageCount * sha256.bytes;
  if (specialCount > maxSpecialSlots || digestsAt < 44 + specialCount * sha256.bytes || end > bytes.length)
    throw damaged();
  const digestAt = (index: number) =>
    bytes.subarray(digestsAt + index * sha256.bytes, digestsAt + (index + 1) * sha256.bytes);
  const limit64 = hasLimit64 ? Number(bytes.readBigUInt64BE(56)) : 0;
  const pageShift = bytes[39] ?? 0;
  return {
    bytes,
    digest: createHash('sha256').update(bytes).digest(),
    flags: bytes.readUInt32BE(12),
    teamId: version >= since.teamId ? textAt(bytes, bytes.readUInt32BE(48)) : undefined,
    codeLimit: limit64 || bytes.readUInt32BE(32),
    pageBytes: pageShift === 0 ? Infinity : 2 ** pageShift,
    pageDigests: Array.from({ length: pageCount }, (_, index) => digestAt(index)),
    specialDigests: new Map(
      Array.from({ length: specialCount }, (_, index) => [index + 1, digestAt(-1 - index)]),
    ),
  };
}

/** The text up to the next zero. */
function textAt(bytes: Buffer, offset: number): string | undefined {
  const end = bytes.indexOf(0, offset);
  return offset === 0 || end === -1 ? undefined : bytes.toString('utf8', offset, end);
}
