import {
  Set as Asn1Set,
  type AsnType,
  BmpString,
  Constructed,
  fromBER,
  GeneralizedTime,
  Integer,
  ObjectIdentifier,
  OctetString,
  Sequence,
  UTCTime,
} from 'asn1js';
import { SignatureProblem } from './signature-problem.ts';

export type Asn1 = AsnType;

/** More than any signature has; a hostile one must not fill the memory. */
const limits = { maxDepth: 40, maxNodes: 50_000, parseEmbedded: false };

const unreadable = () => new SignatureProblem('has a signature that cannot be read: it is damaged');

/**
 * Reads the first ASN.1 value of the bytes.
 * @returns the value, and its length
 */
export function parseAsn1(bytes: Uint8Array): { value: Asn1; length: number } {
  const { offset, result } = decode(bytes);
  if (offset === -1) throw unreadable();
  return { value: result, length: offset };
}

/** The library throws at values, such as a time of letters. */
function decode(bytes: Uint8Array) {
  try {
    return fromBER(bytes, limits);
  } catch {
    throw unreadable();
  }
}

/** The parts of a SEQUENCE, a SET or a tagged value. */
export function partsOf(value: Asn1 | undefined): Asn1[] {
  if (value instanceof Sequence || value instanceof Asn1Set || value instanceof Constructed)
    return value.valueBlock.value as Asn1[];
  throw unreadable();
}

export function objectIdOf(value: Asn1 | undefined): string {
  if (!(value instanceof ObjectIdentifier)) throw unreadable();
  return value.valueBlock.toString();
}

/** The whole value, with its tag and its length. */
export function encodedOf(value: Asn1 | undefined): Buffer {
  if (!value) throw unreadable();
  return Buffer.from(value.valueBeforeDecodeView);
}

/** The content of an OCTET STRING, which may have parts. */
export function octetsOf(value: Asn1 | undefined): Buffer {
  if (!(value instanceof OctetString)) throw unreadable();
  return Buffer.from(value.getValue());
}

/** The content of a value of a definite length, without its tag and its length. */
export function contentOf(value: Asn1 | undefined): Buffer {
  const encoded = encodedOf(value);
  return encoded.subarray(encoded.length - (value?.lenBlock.length ?? 0));
}

export function integerOf(value: Asn1 | undefined): Buffer {
  if (!(value instanceof Integer)) throw unreadable();
  return Buffer.from(value.valueBlock.valueHexView);
}

export function timeOf(value: Asn1 | undefined): Date {
  if (!(value instanceof GeneralizedTime || value instanceof UTCTime)) throw unreadable();
  const date = value.toDate();
  if (Number.isNaN(date.getTime())) throw unreadable();
  return date;
}

/** The text of any of the string types of names. */
export function textOf(value: Asn1 | undefined): string {
  if (value instanceof BmpString) return value.valueBlock.value;
  return contentOf(value).toString('utf8');
}

/** Whether a value has a context-specific tag: `[0]` for `hasTag(value, 0)`. */
export const hasTag = (value: Asn1 | undefined, tag: number): boolean =>
  value?.idBlock.tagClass === 3 && value.idBlock.tagNumber === tag;
