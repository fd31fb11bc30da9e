import { X509Certificate } from 'node:crypto';
import {
  type Asn1,
  encodedOf,
  hasTag,
  integerOf,
  objectIdOf,
  octetsOf,
  parseAsn1,
  partsOf,
  textOf,
} from './asn1.ts';
import { SignatureProblem } from './signature-problem.ts';

export interface Certificate {
  x509: X509Certificate;
  /** The encoded names, which must be compared byte by byte. */
  issuer: Buffer;
  subject: Buffer;
  serialNumber: Buffer;
  /** The name of the person or company, and the unit. */
  commonName: string | undefined;
  organization: string | undefined;
  organizationalUnit: string | undefined;
  extensions: Map<string, { isCritical: boolean; value: Buffer }>;
}

const nameIds = { commonName: '2.5.4.3', organization: '2.5.4.10', organizationalUnit: '2.5.4.11' };

export function parseCertificate(encoded: Buffer): Certificate {
  const x509 = readX509(encoded);
  const fields = partsOf(partsOf(parseAsn1(encoded).value)[0]);
  // The version is missing in the oldest certificates.
  const [serialNumber, , issuer, , subject] = hasTag(fields[0], 0) ? fields.slice(1) : fields;
  const names = new Map(
    partsOf(subject).flatMap((set) =>
      partsOf(set).map((pair) => {
        const [id, value] = partsOf(pair);
        return [objectIdOf(id), textOf(value)] as const;
      }),
    ),
  );
  return {
    x509,
    issuer: encodedOf(issuer),
    subject: encodedOf(subject),
    serialNumber: integerOf(serialNumber),
    commonName: names.get(nameIds.commonName),
    organization: names.get(nameIds.organization),
    organizationalUnit: names.get(nameIds.organizationalUnit),
    extensions: readExtensions(fields.find((field) => hasTag(field, 3))),
  };
}

function readX509(encoded: Buffer): X509Certificate {
  try {
    const x509 = new X509Certificate(encoded);
    // Reads the key, which throws if the key is damaged.
    if (x509.publicKey.asymmetricKeyType) return x509;
    throw new Error('The key has an unknown type.');
  } catch {
    throw new SignatureProblem('has a certificate that cannot be read: its signature is damaged');
  }
}

function readExtensions(field: Asn1 | undefined): Certificate['extensions'] {
  if (!field) return new Map();
  return new Map(
    partsOf(partsOf(field)[0]).map((extension) => {
      const parts = partsOf(extension);
      const isCritical = parts.length === 3;
      return [objectIdOf(parts[0]), { isCritical, value: octetsOf(parts.at(-1)) }];
    }),
  );
}

/** The name that Windows shows as the publisher. */
export const nameOf = ({ commonName, organization }: Certificate): string =>
  commonName ?? organization ?? 'a certificate without a name';
