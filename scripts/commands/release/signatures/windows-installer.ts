import { createHash, type Hash } from 'node:crypto';
import { verifyAuthenticode, type WindowsTrust } from './authenticode.ts';
import { type CompoundEntry, readCompoundFile } from './compound-file.ts';
import { type Signature, SignatureProblem } from './signature-problem.ts';

const signatureName = Buffer.from('\u0005DigitalSignature', 'utf16le');
const metadataName = Buffer.from('\u0005MsiDigitalSignatureEx', 'utf16le');

/**
 * Verifies the signature of an `.msi`. Its digest is over the content of its streams, in the order of their names, and over the names,
 * sizes and times if it has a second stream for that.
 * @throws SignatureProblem
 * @see osslsigncode, msi.c: Microsoft has not published the format
 */
export function verifyWindowsInstaller(file: Buffer, trust: WindowsTrust): Signature {
  const root = readCompoundFile(file);
  const streamOf = (name: Buffer) =>
    root.children.find((child) => child.type === 'stream' && child.name.equals(name));
  const signature = streamOf(signatureName);
  if (!signature) throw new SignatureProblem('has no signature', { isUnsigned: true });
  const metadata = streamOf(metadataName);
  const signed = {
    ...root,
    children: root.children.filter((child) => child !== signature && child !== metadata),
  };
  const hashFile = (digestName: string) => {
    const hash = createHash(digestName);
    if (metadata) hash.update(hashMetadata(signed, digestName, metadata));
    hashContent(signed, hash);
    return hash.digest();
  };
  return verifyAuthenticode(signature.read(), hashFile, trust);
}

const inOrder = ({ children }: CompoundEntry) =>
  children.toSorted((left, right) => Buffer.compare(left.name, right.name));
const classIdOf = ({ description }: CompoundEntry) => description.subarray(80, 96);

function hashContent(storage: CompoundEntry, hash: Hash): void {
  for (const child of inOrder(storage)) {
    if (child.type === 'storage') hashContent(child, hash);
    else hash.update(child.read());
  }
  hash.update(classIdOf(storage));
}

function hashMetadata(root: CompoundEntry, digestName: string, stored: CompoundEntry): Buffer {
  const hash = createHash(digestName);
  describe(root, hash, true);
  const digest = hash.digest();
  if (!digest.equals(stored.read()))
    throw new SignatureProblem('was changed after it was signed: its names, sizes or times differ');
  return digest;
}

function describe(entry: CompoundEntry, hash: Hash, isRoot: boolean): void {
  const { description, type, name } = entry;
  if (!isRoot) hash.update(name);
  hash.update(type === 'storage' ? classIdOf(entry) : description.subarray(120, 124));
  hash.update(description.subarray(96, 100));
  if (!isRoot) hash.update(description.subarray(100, 116));
  for (const child of inOrder(entry)) describe(child, hash, false);
}
