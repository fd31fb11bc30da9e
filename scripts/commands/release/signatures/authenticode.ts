import { contentOf, octetsOf, parseAsn1, partsOf } from './asn1.ts';
import { type Certificate, nameOf } from './certificate.ts';
import { findChain } from './certificate-chain.ts';
import { type Signature, SignatureProblem } from './signature-problem.ts';
import { digestNameOf, parseSignedMessage, verifySigner } from './signed-message.ts';
import { verifyTimestamp } from './timestamp.ts';

export interface WindowsTrust {
  /** The name in the certificate. */
  publisher: string;
  codeSigningRoots: Certificate[];
  timestampRoots: Certificate[];
  now: Date;
}

const indirectDataId = '1.3.6.1.4.1.311.2.1.4';

/**
 * Verifies the signature of a Windows file: a PKCS #7 message about the digest of the file.
 * @param hashFile computes the digest that the format defines
 * @throws SignatureProblem
 * @see Microsoft, "Windows Authenticode Portable Executable Signature Format", 2008
 */
export function verifyAuthenticode(
  encoded: Buffer,
  hashFile: (digestName: string) => Buffer,
  trust: WindowsTrust,
): Signature {
  const { value, length } = parseAsn1(encoded);
  // Programs have hidden unsigned data here.
  if (encoded.length - length > 8 || encoded.subarray(length).some((byte) => byte !== 0))
    throw new SignatureProblem('has data behind its signature that nobody has signed');
  const message = parseSignedMessage(value);
  const content = contentOf(message.content);
  if (message.contentType !== indirectDataId)
    throw new SignatureProblem('has a signature of an unknown kind');
  verifySigner(message.signer, content, indirectDataId);
  const [, digestInfo] = partsOf(message.content);
  const [algorithm, digest] = partsOf(digestInfo);
  if (!octetsOf(digest).equals(hashFile(digestNameOf(algorithm))))
    throw new SignatureProblem('was changed after it was signed');
  const signedAt = verifyTimestamp(message, { roots: trust.timestampRoots, now: trust.now });
  const { certificate } = message.signer;
  findChain(certificate, {
    others: message.certificates,
    roots: trust.codeSigningRoots,
    at: signedAt,
    purpose: 'codeSigning',
  });
  const publisher = nameOf(certificate);
  if (publisher !== trust.publisher)
    throw new SignatureProblem(
      `is signed by "${publisher}", but the publisher in settings.ts is "${trust.publisher}"`,
    );
  return { publisher, signedAt };
}
