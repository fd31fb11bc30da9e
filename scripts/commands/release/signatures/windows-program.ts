import { verifyAuthenticode, type WindowsTrust } from './authenticode.ts';
import { hashRanges, type RandomAccessFile } from './random-access-file.ts';
import { type Signature, SignatureProblem } from './signature-problem.ts';

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
export async function verifyWindowsProgram(file: RandomAccessFile, trust: WindowsTrust): Promise<Signature> {
  const { checksumAt, entryAt, table } = await readLayout(file);
  const header = await file.read(table.start, headerBytes);
  const length = header.readUInt32LE(0);
  const isPkcs7 = header.readUInt16LE(4) === pkcs7Header[0] && header.readUInt16LE(6) === pkcs7Header[1];
  if (!isPkcs7 || length < headerBytes || Math.ceil(length / 8) * 8 !== table.end - table.start)
    throw new SignatureProblem('has more or other data in its table of signatures than one signature');
  const encoded = await file.read(table.start + headerBytes, length - headerBytes);
  const hashFile = (digestName: string) =>
    hashRanges(file, digestName, [
      [0, checksumAt],
      [checksumAt + 4, entryAt],
      [entryAt + 8, table.start],
    ]);
  return verifyAuthenticode(encoded, hashFile, trust);
}

/** @see https://learn.microsoft.com/windows/win32/debug/pe-format */
async function readLayout(file: RandomAccessFile): Promise<Layout> {
  const isProgram = file.sizeInBytes > 64 && (await file.read(0, 2)).toString('latin1') === 'MZ';
  if (!isProgram)
    throw new SignatureProblem('is not a Windows program, so it has no signature', { isUnsigned: true });
  const headersAt = (await file.read(60, 4)).readUInt32LE(0);
  if ((await file.read(headersAt, 4)).toString('latin1') !== 'PE\0\0')
    throw new SignatureProblem('is not a Windows program: its headers are damaged');
  const optionalAt = headersAt + 24;
  const magic = (await file.read(optionalAt, 2)).readUInt16LE(0);
  if (magic !== 0x10b && magic !== 0x20b)
    throw new SignatureProblem('is not a Windows program: its headers are damaged');
  const directoriesAt = optionalAt + (magic === 0x10b ? 96 : 112);
  const count = (await file.read(directoriesAt - 4, 4)).readUInt32LE(0);
  const entryAt = directoriesAt + certificatesEntry * 8;
  const entry = await file.read(entryAt, 8);
  const [start, size] = [entry.readUInt32LE(0), entry.readUInt32LE(4)];
  if (count <= certificatesEntry || start === 0 || size === 0)
    throw new SignatureProblem('has no signature', { isUnsigned: true });
  const end = start + size;
  if (end > file.sizeInBytes)
    throw new SignatureProblem('ends before all of its parts: it was cut off or is damaged');
  if (end < file.sizeInBytes || start < entryAt + 8)
    throw new SignatureProblem('has data outside of its signature that nobody has signed');
  return { checksumAt: optionalAt + 64, entryAt, table: { start, end } };
}
