import { createHash } from 'node:crypto';
import { objectIdOf, octetsOf, parseAsn1, partsOf } from './asn1.ts';
import type { Certificate } from './certificate.ts';
import { findChain } from './certificate-chain.ts';
import { partOf, type Signature, SignatureProblem } from './signature-problem.ts';
import { parseSignedMessage, type Signer, verifySigner } from './signed-message.ts';
import { verifyTimestamp } from './timestamp.ts';

export interface AppleTrust {
  /** The team in the certificate, such as `A1B2C3D4E5`. */
  teamId: string;
  roots: Certificate[];
  now: Date;
}

/** The digests of a program or a disk image for macOS. */
interface CodeDirectory {
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

interface SignedCode {
  /** Begins with the code. */
  file: Buffer;
  signatureAt: number;
  signatureBytes: number;
}

export interface AppleSignature extends Signature {
  directory: CodeDirectory;
  /** The identity of the code that Apple's notarization names: its digest, cut to 20 bytes. */
  codeHash: Buffer;
  /** The stapled ticket of a disk image. */
  ticket: Buffer | undefined;
}

const magics = { superBlob: 0xfade0cc0, directory: 0xfade0c02, wrapper: 0xfade0b01 };
const slots = { directory: 0, alternateDirectories: 0x1000, cms: 0x10000, ticket: 0x10002 };
const dataId = '1.2.840.113549.1.7.1';
/** The certificate is for Developer ID applications; its issuer issues those. */
const developerId = { application: '1.2.840.113635.100.6.1.13', authority: '1.2.840.113635.100.6.2.6' };
/** The digests of all code directories. */
const codeHashesId = '1.2.840.113635.100.9.2';
const adHocFlag = 0x2;
const maxBlobs = 20;
const sha256 = { id: '2.16.840.1.101.3.4.2.1', type: 2, bytes: 32 };
/** The versions that introduced a field. */
const since = { teamId: 0x20200, codeLimit64: 0x20300 };
const maxSpecialSlots = 20;

const damaged = () => new SignatureProblem('has a signature that cannot be read: it is damaged');

/**
 * Verifies the signature of a program or a disk image for macOS: the digests of its pages, the signature of those digests, and its
 * certificate, which must be a Developer ID of the team.
 * @throws SignatureProblem
 * @see https://developer.apple.com/documentation/technotes/tn3126-inside-code-signing-hashes
 */
export function verifyAppleSignature(code: SignedCode, trust: AppleTrust): AppleSignature {
  const blobs = readBlobs(partOf(code.file, code.signatureAt, code.signatureBytes));
  const cms = blobs.get(slots.cms);
  const { primary, encoded, directory } = chooseDirectory(blobs);
  if (!cms || cms.length === 8 || directory.flags & adHocFlag)
    throw new SignatureProblem('has no signature, only checksums (an ad-hoc signature)', {
      isUnsigned: true,
    });
  const message = parseSignedMessage(parseAsn1(unwrap(cms)).value);
  verifySigner(message.signer, primary, dataId);
  const digest = createHash('sha256').update(encoded).digest();
  if (encoded !== primary) requireCodeHash(message.signer, digest);
  const signedAt = verifyTimestamp(message, { ...trust, acceptsSha1: true });
  const { certificate } = message.signer;
  const chain = findChain(certificate, {
    others: message.certificates,
    roots: trust.roots,
    at: signedAt,
    purpose: 'codeSigning',
  });
  requireDeveloperId(chain, directory, trust.teamId);
  verifyPages(code, directory);
  const ticket = blobs.get(slots.ticket);
  return {
    publisher: certificate.commonName?.replace(/^Developer ID Application: /, '') ?? trust.teamId,
    signedAt,
    directory,
    codeHash: digest.subarray(0, 20),
    ticket: ticket && unwrap(ticket),
  };
}

/** The parts of a signature, by their slots. */
function readBlobs(bytes: Buffer): Map<number, Buffer> {
  if (bytes.length < 12 || bytes.readUInt32BE(0) !== magics.superBlob) throw damaged();
  const count = bytes.readUInt32BE(8);
  if (count > maxBlobs || 12 + count * 8 > bytes.length) throw damaged();
  const blobs = new Map<number, Buffer>();
  for (let index = 0; index < count; index++) {
    const slot = bytes.readUInt32BE(12 + index * 8);
    const offset = bytes.readUInt32BE(16 + index * 8);
    const length = offset + 8 <= bytes.length ? bytes.readUInt32BE(offset + 4) : 0;
    if (length < 8 || offset + length > bytes.length || blobs.has(slot)) throw damaged();
    blobs.set(slot, bytes.subarray(offset, offset + length));
  }
  return blobs;
}

/** The content of a blob without a structure of its own. */
const unwrap = (blob: Buffer) => blob.subarray(blob.readUInt32BE(0) === magics.wrapper ? 8 : 0);

/**
 * The CMS message is about the first directory, whose digests may be SHA-1 for old systems. Current systems use the one with SHA-256.
 * @throws SignatureProblem
 */
function chooseDirectory(blobs: Map<number, Buffer>) {
  const primary = blobs.get(slots.directory);
  if (!primary) throw new SignatureProblem('has a signature without a code directory');
  const alternates = [0, 1, 2, 3, 4].map((index) => blobs.get(slots.alternateDirectories + index));
  for (const encoded of [primary, ...alternates]) {
    const directory = encoded && parseCodeDirectory(encoded);
    if (directory) return { primary, encoded, directory };
  }
  throw new SignatureProblem('is signed with SHA-1 only: sign it with "codesign --digest-algorithm=sha256"');
}

/** The signer vouches for another directory with its digest. */
function requireCodeHash({ signedAttributes }: Signer, digest: Buffer): void {
  const isSigned = (signedAttributes.get(codeHashesId) ?? []).some((pair) => {
    const [algorithm, value] = partsOf(pair);
    return objectIdOf(algorithm) === sha256.id && octetsOf(value).equals(digest);
  });
  if (!isSigned) throw new SignatureProblem('has a code directory that nobody has signed');
}

/**
 * Reads a directory of SHA-256 digests.
 * @returns undefined if its digests are others
 * @throws SignatureProblem
 * @see Apple, xnu, osfmk/kern/cs_blobs.h
 */
function parseCodeDirectory(bytes: Buffer): CodeDirectory | undefined {
  if (bytes.length < 44 || bytes.readUInt32BE(0) !== magics.directory) throw damaged();
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

function requireDeveloperId(
  [signer, authority]: Certificate[],
  directory: CodeDirectory,
  teamId: string,
): void {
  if (!signer?.extensions.has(developerId.application) || !authority?.extensions.has(developerId.authority))
    throw new SignatureProblem(
      `is signed by "${signer?.commonName}", which is not a Developer ID Application: macOS accepts no other certificate outside of the App Store`,
    );
  if (signer.organizationalUnit !== teamId || directory.teamId !== teamId)
    throw new SignatureProblem(
      `is signed by the team ${signer.organizationalUnit} ("${signer.commonName}"), but the team in settings.ts is ${teamId}`,
    );
}

function verifyPages({ file, signatureAt }: SignedCode, directory: CodeDirectory): void {
  const { codeLimit, pageBytes, pageDigests } = directory;
  if (codeLimit !== signatureAt) throw new SignatureProblem('has code that its signature leaves out');
  if (pageDigests.length !== (pageBytes === Infinity ? 1 : Math.ceil(codeLimit / pageBytes))) throw damaged();
  const code = partOf(file, 0, codeLimit);
  for (const [page, digest] of pageDigests.entries()) {
    const bytes = pageBytes === Infinity ? code : code.subarray(page * pageBytes, (page + 1) * pageBytes);
    if (!digest.equals(createHash('sha256').update(bytes).digest()))
      throw new SignatureProblem('was changed after it was signed');
  }
}

/** Compares something outside of the code with its digest in the directory. */
export function requireSpecialDigest(
  { specialDigests }: CodeDirectory,
  slot: number,
  bytes: Buffer,
  name: string,
): void {
  const promised = specialDigests.get(slot);
  if (!promised?.equals(createHash('sha256').update(bytes).digest()))
    throw new SignatureProblem(`was changed after it was signed: its ${name} differs`);
}

/**
 * Requires a ticket of Apple's notarization that names the code. Apple has not published its format: the command looks for the
 * digest of the code in it, and does not verify that Apple issued it.
 */
export function requireTicket(ticket: Buffer | undefined, { codeHash }: AppleSignature): void {
  if (!ticket)
    throw new SignatureProblem('has no stapled ticket of Apple’s notarization: run "xcrun stapler staple"', {
      isUnsigned: true,
    });
  if (!ticket.includes(codeHash))
    throw new SignatureProblem(
      'has a stapled ticket of another build: notarize this one and staple it again',
    );
}
