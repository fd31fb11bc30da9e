import { createHash } from 'node:crypto';
import { type Asn1, octetsOf, parseAsn1, partsOf, timeOf } from './asn1.ts';
import type { Certificate } from './certificate.ts';
import { findChain } from './certificate-chain.ts';
import { SignatureProblem } from './signature-problem.ts';
import {
  attributeIds,
  type Digests,
  digestNameOf,
  parseSignedMessage,
  parseSigner,
  type SignedMessage,
  verifySigner,
} from './signed-message.ts';

/** RFC 3161, as Microsoft and as the RFC name it. */
const tokenIds = ['1.3.6.1.4.1.311.3.3.1', '1.2.840.113549.1.9.16.2.14'];
/** The older form: PKCS #9 (RFC 2985), section 5.3.6. */
const countersignatureId = '1.2.840.113549.1.9.6';
const timestampInfoId = '1.2.840.113549.1.9.16.1.4';

/**
 * The time at which a timestamp authority has seen the signature. Without one, a signature is worthless as soon as its certificate
 * expires, which takes days for some certificates. So one is required.
 * @throws SignatureProblem
 */
export function verifyTimestamp(
  { signer, certificates }: SignedMessage,
  { roots, now, ...digests }: { roots: Certificate[]; now: Date } & Digests,
): Date {
  const trust = { certificates, roots, ...digests };
  const attributes = signer.unsignedAttributes;
  const token = tokenIds.flatMap((id) => attributes.get(id) ?? [])[0];
  const countersignature = attributes.get(countersignatureId)?.[0];
  if (!token && !countersignature)
    throw new SignatureProblem(
      'is signed without a timestamp, so its signature ends with the certificate: sign it again with the address of a timestamp server',
    );
  const time = token
    ? verifyToken(token, signer.signature, trust)
    : verifyCountersignature(countersignature, signer.signature, trust);
  if (time > now) throw new SignatureProblem(`has a timestamp in the future: ${time.toISOString()}`);
  return time;
}

interface Trust extends Digests {
  certificates: Certificate[];
  roots: Certificate[];
}

function verifyToken(token: Asn1, signature: Buffer, { certificates, roots, ...digests }: Trust): Date {
  const message = parseSignedMessage(token, digests);
  const content = octetsOf(message.content);
  verifySigner(message.signer, content, timestampInfoId);
  const [, , imprint, , time] = partsOf(parseAsn1(content).value);
  const [algorithm, digest] = partsOf(imprint);
  if (!createHash(digestNameOf(algorithm)).update(signature).digest().equals(octetsOf(digest)))
    throw new SignatureProblem('has a timestamp of another signature');
  const at = timeOf(time);
  const others = [...message.certificates, ...certificates];
  findChain(message.signer.certificate, { others, roots, at, purpose: 'timestamps' });
  return at;
}

function verifyCountersignature(
  signerInfo: Asn1 | undefined,
  signature: Buffer,
  { certificates, roots }: Trust,
): Date {
  const signer = parseSigner(signerInfo, certificates);
  verifySigner(signer, signature, undefined);
  const at = timeOf(signer.signedAttributes.get(attributeIds.signingTime)?.[0]);
  findChain(signer.certificate, { others: certificates, roots, at, purpose: 'timestamps' });
  return at;
}
