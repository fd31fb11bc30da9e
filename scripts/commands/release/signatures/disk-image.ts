import {
  type AppleTrust,
  requireSpecialDigest,
  requireTicket,
  verifyAppleSignature,
} from './apple-signature.ts';
import { type Signature, SignatureProblem } from './signature-problem.ts';

const trailerBytes = 512;
const signatureField = { offset: 296, length: 304 };
/** The slot of the trailer in the code directory of a disk image. */
const trailerSlot = 6;

/**
 * Verifies the signature of a `.dmg`, and that a ticket is stapled to it. The trailer is signed without the length of the signature.
 * @throws SignatureProblem
 */
export function verifyDiskImage(file: Buffer, trust: AppleTrust): Signature {
  const trailerAt = file.length - trailerBytes;
  const trailer = Buffer.from(file.subarray(trailerAt));
  if (trailerAt < 0 || trailer.toString('latin1', 0, 4) !== 'koly')
    throw new SignatureProblem('is not a disk image, so it has no signature', { isUnsigned: true });
  const signatureAt = Number(trailer.readBigUInt64BE(signatureField.offset));
  const signatureBytes = Number(trailer.readBigUInt64BE(signatureField.length));
  if (signatureAt === 0 || signatureBytes === 0)
    throw new SignatureProblem('has no signature', { isUnsigned: true });
  if (signatureAt + signatureBytes !== trailerAt)
    throw new SignatureProblem('has data outside of its signature that nobody has signed');
  const signature = verifyAppleSignature({ file, signatureAt, signatureBytes }, trust);
  trailer.fill(0, signatureField.length, signatureField.length + 8);
  requireSpecialDigest(signature.directory, trailerSlot, trailer, 'trailer');
  requireTicket(signature.ticket, signature);
  return signature;
}
