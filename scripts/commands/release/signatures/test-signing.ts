import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign as signBytes,
} from 'node:crypto';
import {
  Boolean as Asn1Boolean,
  Set as Asn1Set,
  BitString,
  Constructed,
  GeneralizedTime,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  Sequence,
  Utf8String,
} from 'asn1js';
import { expect } from 'vitest';
import { parseAsn1 } from './asn1.ts';
import { type Certificate, parseCertificate } from './certificate.ts';
import { purposes } from './certificate-chain.ts';
import { SignatureProblem } from './signature-problem.ts';

/** A certificate with its key. */
export interface Identity {
  certificate: Certificate;
  key: KeyObject;
}

interface IdentityOptions {
  commonName: string;
  organizationalUnit?: string;
  /** Without an issuer, it is a root. */
  issuer?: Identity;
  purpose?: keyof typeof purposes;
  /** The key of another certificate, instead of a new one. */
  key?: KeyObject;
  isAuthority?: boolean;
  /** How many authorities may be below it, at most. */
  maxBelow?: number;
  validFrom?: string;
  validUntil?: string;
  /** Ids of critical extensions without a content of interest. */
  marks?: string[];
}

/** Creates a certificate of a test authority (RFC 5280). */
export function createIdentity(options: IdentityOptions): Identity {
  const { commonName, organizationalUnit, issuer, purpose, isAuthority = false, marks = [] } = options;
  const privateKey = options.key ?? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const subject = encode(
    sequence(
      ...(organizationalUnit ? [nameOf('2.5.4.11', organizationalUnit)] : []),
      nameOf('2.5.4.3', commonName),
    ),
  );
  const extensions = [
    extensionOf(
      '2.5.29.19',
      sequence(
        ...(isAuthority ? [new Asn1Boolean({ value: true })] : []),
        ...(options.maxBelow === undefined ? [] : [new Integer({ value: options.maxBelow })]),
      ),
    ),
    ...(purpose ? [extensionOf('2.5.29.37', sequence(objectId(purposes[purpose])))] : []),
    ...marks.map((id) => extensionOf(id, new Null())),
  ];
  const toSign = sequence(
    tagged(0, new Integer({ value: 2 })),
    new Integer({ value: nextSerialNumber++ }),
    sequence(objectId(ids.ecdsaWithSha256)),
    raw(issuer?.certificate.subject ?? subject),
    sequence(timeOf(options.validFrom ?? '2020-01-01'), timeOf(options.validUntil ?? '2040-01-01')),
    raw(subject),
    raw(createPublicKey(privateKey).export({ type: 'spki', format: 'der' })),
    tagged(3, sequence(...extensions)),
  );
  const signature = signBytes('sha256', encode(toSign), issuer?.key ?? privateKey);
  const certificate = sequence(
    toSign,
    sequence(objectId(ids.ecdsaWithSha256)),
    new BitString({ valueHex: signature }),
  );
  return { certificate: parseCertificate(encode(certificate)), key: privateKey };
}

let nextSerialNumber = 1000;
const timeOf = (day: string) => new GeneralizedTime({ valueDate: new Date(day) });
const nameOf = (id: string, value: string) => setOf(sequence(objectId(id), new Utf8String({ value })));
const extensionOf = (id: string, value: { toBER(): ArrayBuffer }) =>
  sequence(objectId(id), new Asn1Boolean({ value: true }), octets(encode(value)));

const sha256Id = '2.16.840.1.101.3.4.2.1';
const ids = {
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  countersignature: '1.2.840.113549.1.9.6',
  timestampInfo: '1.2.840.113549.1.9.16.1.4',
  timestampToken: '1.3.6.1.4.1.311.3.3.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
};
export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
export const objectId = (value: string) => new ObjectIdentifier({ value });
export const octets = (valueHex: Uint8Array) => new OctetString({ valueHex });
export const sequence = (...value: object[]) => new Sequence({ value: value as never[] });
const raw = (data: Uint8Array) => parseAsn1(data).value;
const setOf = (...value: object[]) => new Asn1Set({ value: value as never[] });
const tagged = (tagNumber: number, ...value: object[]) =>
  new Constructed({ idBlock: { tagClass: 3, tagNumber }, value: value as never[] });
export const encode = (value: { toBER(): ArrayBuffer }) => Buffer.from(value.toBER());
export const digestAlgorithm = () => sequence(objectId(sha256Id), new Null());

interface MessageOptions {
  signer: Identity;
  /** The certificates between the signer's and the root. */
  others?: Identity[];
  contentType: string;
  /** The bytes that are signed. */
  content: Buffer;
  /** The encoded content inside of the message; missing if it is elsewhere. */
  inside?: Buffer;
  timestamp?: TimestampOptions | undefined;
  /** Another signed attribute: its id and its value. */
  attribute?: readonly [id: string, value: object];
  /** The type that the signed attributes name, if it differs. */
  claimedType?: string;
}

export interface TimestampOptions {
  authority: Identity;
  at: string;
  /** Another signature that it is about. */
  of?: Buffer;
  /** In the older form: a countersignature (PKCS #9). */
  isOld?: boolean;
}

/** Signs a CMS message, like `signtool` and `codesign`. */
export function signMessage(options: MessageOptions): Buffer {
  const { signer, others = [], contentType, content, inside, timestamp, attribute } = options;
  const attributes = [
    attributeOf(ids.contentType, objectId(options.claimedType ?? contentType)),
    attributeOf(ids.messageDigest, octets(sha256(content))),
    ...(attribute ? [attributeOf(...attribute)] : []),
  ];
  const identities = [signer, ...others, ...(timestamp?.isOld ? [timestamp.authority] : [])];
  const signedData = sequence(
    new Integer({ value: 1 }),
    setOf(digestAlgorithm()),
    sequence(objectId(contentType), ...(inside ? [tagged(0, raw(inside))] : [])),
    tagged(0, ...identities.map(({ certificate }) => raw(certificate.x509.raw))),
    setOf(signerInfoOf(signer, attributes, timestamp)),
  );
  return encode(sequence(objectId(ids.signedData), tagged(0, signedData)));
}

const attributeOf = (id: string, value: object) => sequence(objectId(id), setOf(value));

function signerInfoOf({ certificate, key }: Identity, attributes: Sequence[], timestamp?: TimestampOptions) {
  const signature = signBytes('sha256', encode(setOf(...attributes)), key);
  return sequence(
    new Integer({ value: 1 }),
    sequence(raw(certificate.issuer), new Integer({ valueHex: certificate.serialNumber })),
    digestAlgorithm(),
    tagged(0, ...attributes),
    sequence(objectId(ids.ecdsaWithSha256)),
    octets(signature),
    ...(timestamp ? [tagged(1, timestampOf(signature, timestamp))] : []),
  );
}

function timestampOf(signature: Buffer, timestamp: TimestampOptions): Sequence {
  if (!timestamp.isOld) return attributeOf(ids.timestampToken, raw(createTimestamp(signature, timestamp)));
  const attributes = [
    attributeOf(ids.messageDigest, octets(sha256(timestamp.of ?? signature))),
    attributeOf(ids.signingTime, timeOf(timestamp.at)),
  ];
  return attributeOf(ids.countersignature, signerInfoOf(timestamp.authority, attributes));
}

function createTimestamp(signature: Buffer, { authority, at, of = signature }: TimestampOptions): Buffer {
  const info = encode(
    sequence(
      new Integer({ value: 1 }),
      objectId('1.2.3'),
      sequence(digestAlgorithm(), octets(sha256(of))),
      new Integer({ value: 7 }),
      new GeneralizedTime({ valueDate: new Date(at) }),
    ),
  );
  return signMessage({
    signer: authority,
    contentType: ids.timestampInfo,
    content: info,
    inside: encode(octets(info)),
  });
}

/**
 * Changes single bytes at random places, and cuts the file off. The outcome of each must be a sentence, never a crash.
 * @returns the number of files that were accepted
 */
export async function countAcceptedDamages(
  bytes: Buffer,
  from: number,
  verify: (file: Buffer) => Promise<unknown>,
): Promise<number> {
  let accepted = 0;
  for (let index = 0; index < 150; index++) {
    const damaged = Buffer.from(bytes);
    const place = from + Math.floor(((bytes.length - from) * index) / 150);
    damaged[place] = (damaged[place] ?? 0) ^ (index % 2 ? 0xff : 0x01);
    for (const file of [damaged, bytes.subarray(0, place)])
      await verify(file).then(
        () => void accepted++,
        (error: unknown) => {
          if (!(error instanceof SignatureProblem)) throw error;
        },
      );
  }
  return accepted;
}

/** The bytes with a change of one bit. */
export function flip(bytes: Buffer, place: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[place] = (changed[place] ?? 0) ^ 1;
  return changed;
}

/** The error about a file that is not signed, or, if not, whose signature is wrong. */
export const problem = (isUnsigned: boolean, message: RegExp) => ({
  name: 'SignatureProblem',
  isUnsigned,
  message: expect.stringMatching(message),
});
