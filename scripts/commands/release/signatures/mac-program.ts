import { type AppleSignature, type AppleTrust, verifyAppleSignature } from './apple-signature.ts';
import type { RandomAccessFile } from './random-access-file.ts';
import { SignatureProblem } from './signature-problem.ts';

const magics = { fat: 0xcafebabe, fat64: 0xcafebabf, program64: 0xfeedfacf };
const codeSignatureCommand = 0x1d;
const maxArchitectures = 8;
const maxCommandBytes = 1024 * 1024;

/**
 * Verifies a program for macOS, which may contain code for several processors.
 * @returns a signature for each processor
 * @throws SignatureProblem
 */
export async function verifyMacProgram(file: RandomAccessFile, trust: AppleTrust): Promise<AppleSignature[]> {
  const signatures: AppleSignature[] = [];
  for (const start of await findArchitectures(file)) {
    const { signatureAt, signatureBytes } = await findSignature(file, start);
    signatures.push(await verifyAppleSignature({ file, start, signatureAt, signatureBytes }, trust));
  }
  return signatures;
}

const damaged = () => new SignatureProblem('has a main program that cannot be read');

async function findArchitectures(file: RandomAccessFile): Promise<number[]> {
  const header = await file.read(0, 8);
  const magic = header.readUInt32BE(0);
  if (magic !== magics.fat && magic !== magics.fat64) return [0];
  const count = header.readUInt32BE(4);
  if (count === 0 || count > maxArchitectures) throw damaged();
  const entryBytes = magic === magics.fat ? 20 : 32;
  const entries = await file.read(8, count * entryBytes);
  return Array.from({ length: count }, (_, index) =>
    magic === magics.fat
      ? entries.readUInt32BE(index * entryBytes + 8)
      : Number(entries.readBigUInt64BE(index * entryBytes + 8)),
  );
}

/** Finds LC_CODE_SIGNATURE among the load commands. */
async function findSignature(file: RandomAccessFile, start: number) {
  const header = await file.read(start, 32);
  if (header.readUInt32LE(0) !== magics.program64) throw damaged();
  const commandCount = header.readUInt32LE(16);
  const commandBytes = header.readUInt32LE(20);
  if (commandBytes > maxCommandBytes) throw damaged();
  const commands = await file.read(start + 32, commandBytes);
  let offset = 0;
  for (let index = 0; index < commandCount && offset + 8 <= commandBytes; index++) {
    const length = commands.readUInt32LE(offset + 4);
    if (length < 8 || offset + length > commandBytes) throw damaged();
    if (commands.readUInt32LE(offset) === codeSignatureCommand && length >= 16)
      return {
        signatureAt: commands.readUInt32LE(offset + 8),
        signatureBytes: commands.readUInt32LE(offset + 12),
      };
    offset += length;
  }
  throw new SignatureProblem('has a main program without a signature', { isUnsigned: true });
}
