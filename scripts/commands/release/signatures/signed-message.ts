import { createHash, verify } from 'node:crypto';
import {
  type Asn1,
  contentOf,
  encodedOf,
  hasTag,
  integerOf,
  objectIdOf,
  octetsOf,
  parseAsn1,
  partsOf,
} from './asn1.ts';
import { type Certificate, parseCertificate } from './certificate.ts';
import { SignatureProblem } from './signature-problem.ts';

/** A CMS SignedData value (RFC 5652), and its ancestor PKCS #7, with one signer. */
export interface SignedMessage {
  contentType: string;
  /** Undefined if the content is elsewhere. */
  content: Asn1 | undefined;
  certificates: Certificate[];
  signer: Signer;
}

export interface Signer {
  certificate: Certificate;
  /** For node:crypto. */
  digestName: string;
  signature: Buffer;
  /** The encoded attributes whose signature this is. */
  signedBytes: Buffer;
  signedAttributes: Attributes;
  unsignedAttributes: Attributes;
}

type Attributes = Map<string, Asn1[]>;

export const attributeIds = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
} as const;

const digestNames: Record<string, string> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
/** Signatures that hash as the signer's digest algorithm says: RSA (PKCS #1 v1.5) and ECDSA. */
const signatureIds = /^1\.2\.840\.113549\.1\.1\.(1|11|12|13)$|^1\.2\.840\.10045\.(2\.1|4\.3\.[234])$/;
const signedDataId = '1.2.840.113549.1.7.2';
const maxCertificates = 40;

/** SHA-1, with which Apple's timestamp authority still signs. */
const sha1Id = '1.3.14.3.2.26';

export interface Digests {
  acceptsSha1?: boolean;
}

/** The name of a digest for node:crypto. */
export function digestNameOf(algorithm: Asn1 | undefined, { acceptsSha1 = false }: Digests = {}): string {
  const id = objectIdOf(partsOf(algorithm)[0]);
  const name = acceptsSha1 && id === sha1Id ? 'sha1' : digestNames[id];
  if (!name)
    throw new SignatureProblem(
      'is signed with a digest that is not SHA-256 or longer, which systems no longer accept',
    );
  return name;
}

export function parseSignedMessage(contentInfo: Asn1, digests?: Digests): SignedMessage {
  const [type, wrapper] = partsOf(contentInfo);
  if (objectIdOf(type) !== signedDataId) throw new SignatureProblem('has a signature of an unknown kind');
  const fields = partsOf(partsOf(wrapper)[0]);
  const [contentType, content] = partsOf(fields[2]);
  const certificates = fields
    .slice(3, -1)
    .filter((field) => hasTag(field, 0))
    .flatMap(partsOf);
  if (certificates.length > maxCertificates)
    throw new SignatureProblem(`has ${certificates.length} certificates: its signature is damaged`);
  const parsed = certificates.map((certificate) => parseCertificate(encodedOf(certificate)));
  const signers = partsOf(fields.at(-1));
  if (signers.length !== 1) throw new SignatureProblem(`has ${signers.length} signers instead of one`);
  return {
    contentType: objectIdOf(contentType),
    content: content && partsOf(content)[0],
    certificates: parsed,
    signer: parseSigner(signers[0], parsed, digests),
  };
}

/** Reads a SignerInfo, and finds its certificate. */
export function parseSigner(
  signerInfo: Asn1 | undefined,
  certificates: Certificate[],
  digests?: Digests,
): Signer {
  const [, id, digestAlgorithm, ...rest] = partsOf(signerInfo);
  const signed = rest.find((field) => hasTag(field, 0));
  const unsigned = rest.find((field) => hasTag(field, 1));
  const [signatureAlgorithm, signature] = signed ? rest.slice(1) : rest;
  if (!signed) throw new SignatureProblem('has a signature without signed attributes');
  if (!signatureIds.test(objectIdOf(partsOf(signatureAlgorithm)[0])))
    throw new SignatureProblem('is signed with an algorithm that is not RSA or ECDSA with SHA-2');
  const certificate = certificates.find((each) => isIdOf(id, each));
  if (!certificate) throw new SignatureProblem('does not contain the certificate of its signer');
  // The signature is over the SET OF attributes, which has another tag in the message.
  const signedBytes = encodedOf(signed);
  signedBytes[0] = 0x31;
  return {
    certificate,
    digestName: digestNameOf(digestAlgorithm, digests),
    signature: octetsOf(signature),
    signedBytes,
    signedAttributes: attributesOf(signed),
    unsignedAttributes: unsigned ? attributesOf(unsigned) : new Map(),
  };
}

function isIdOf(id: Asn1 | undefined, { issuer, serialNumber, extensions }: Certificate): boolean {
  if (hasTag(id, 0)) {
    const subjectKey = extensions.get('2.5.29.14');
    return subjectKey !== undefined && octetsOf(parseAsn1(subjectKey.value).value).equals(contentOf(id));
  }
  const [itsIssuer, itsNumber] = partsOf(id);
  return encodedOf(itsIssuer).equals(issuer) && integerOf(itsNumber).equals(serialNumber);
}

function attributesOf(field: Asn1): Attributes {
  return new Map(
    partsOf(field).map((attribute) => {
      const [id, values] = partsOf(attribute);
      return [objectIdOf(id), partsOf(values)];
    }),
  );
}

/**
 * Verifies that the signer has signed the content.
 * @param contentType undefined for a countersignature, which has none
 * @throws SignatureProblem
 */
export function verifySigner(signer: Signer, content: Buffer, contentType: string | undefined): void {
  const { signedAttributes, digestName, signedBytes, signature, certificate } = signer;
  const [type] = signedAttributes.get(attributeIds.contentType) ?? [];
  if (contentType && (!type || objectIdOf(type) !== contentType))
    throw new SignatureProblem('has a signature of something else: its type of content differs');
  const [digest] = signedAttributes.get(attributeIds.messageDigest) ?? [];
  if (!digest || !octetsOf(digest).equals(createHash(digestName).update(content).digest()))
    throw new SignatureProblem('has a signature of something else: its digest differs');
  const isValid =
    ['rsa', 'ec'].includes(certificate.x509.publicKey.asymmetricKeyType ?? '') &&
    verify(digestName, signedBytes, certificate.x509.publicKey, signature);
  if (!isValid) throw new SignatureProblem('has a signature that was changed, or that another key has made');
}
