import { createHash } from 'node:crypto';
import { verifyAuthenticode, type WindowsTrust } from './authenticode.ts';
import { partOf, type Signature, SignatureProblem } from './signature-problem.ts';

/** The places of a Portable Executable that its signature leaves out. */
interface Layout {
  checksumAt: number;
  /** The entry of the certificate table among the data directories. */
  entryAt: number;
  table: { start: number; end: number };
}

const certificatesEntry = 4;
/** WIN_CERT_TYPE_PKCS_SIGNED_DATA, in a table of revision 2. */
const pkcs7Header = [0x0200, 0x0002];
const headerBytes = 8;

/**
 * Verifies the signature of an `.exe`.
 * @throws SignatureProblem
 */
export function verifyWindowsProgram(file: Buffer, trust: WindowsTrust): Signature {
  const { checksumAt, entryAt, table } = readLayout(file);
  const header = partOf(file, table.start, headerBytes);
  const length = header.readUInt32LE(0);
  const isPkcs7 = header.readUInt16LE(4) === pkcs7Header[0] && header.readUInt16LE(6) === pkcs7Header[1];
  if (!isPkcs7 || length < headerBytes || Math.ceil(length / 8) * 8 !== table.end - table.start)
    throw new SignatureProblem('has more or other data in its table of signatures than one signature');
  const encoded = partOf(file, table.start + headerBytes, length - headerBytes);
  const hashFile = (digestName: string) =>
    createHash(digestName)
      .update(file.subarray(0, checksumAt))
      .update(file.subarray(checksumAt + 4, entryAt))
      .update(file.subarray(entryAt + 8, table.start))
      .digest();
  return verifyAuthenticode(encoded, hashFile, trust);
}

/** @see https://learn.microsoft.com/windows/win32/debug/pe-format */
function readLayout(file: Buffer): Layout {
  const isProgram = file.length > 64 && file.toString('latin1', 0, 2) === 'MZ';
  if (!isProgram)
    throw new SignatureProblem('is not a Windows program, so it has no signature', { isUnsigned: true });
  const headersAt = file.readUInt32LE(60);
  if (partOf(file, headersAt, 4).toString('latin1') !== 'PE\0\0')
    throw new SignatureProblem('is not a Windows program: its headers are damaged');
  const optionalAt = headersAt + 24;
  const magic = partOf(file, optionalAt, 2).readUInt16LE(0);
  if (magic !== 0x10b && magic !== 0x20b)
    throw new SignatureProblem('is not a Windows program: its headers are damaged');
  const directoriesAt = optionalAt + (magic === 0x10b ? 96 : 112);
  const count = partOf(file, directoriesAt - 4, 4).readUInt32LE(0);
  const entryAt = directoriesAt + certificatesEntry * 8;
  const entry = partOf(file, entryAt, 8);
  const [start, size] = [entry.readUInt32LE(0), entry.readUInt32LE(4)];
  if (count <= certificatesEntry || start === 0 || size === 0)
    throw new SignatureProblem('has no signature', { isUnsigned: true });
  const end = start + size;
  if (end > file.length)
    throw new SignatureProblem('ends before all of its parts: it was cut off or is damaged');
  if (end < file.length || start < entryAt + 8)
    throw new SignatureProblem('has data outside of its signature that nobody has signed');
  return { checksumAt: optionalAt + 64, entryAt, table: { start, end } };
}
