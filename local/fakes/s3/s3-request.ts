import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { readBody } from '../../server/read-body.ts';
import type { Blob, OpenBytes } from './blob-files.ts';
import type { ObjectStore } from './object-store.ts';
import { S3Error } from './s3-error.ts';
import type { CreatedObject } from './stored-object.ts';

export interface S3Request {
  message: IncomingMessage;
  bucket: string;
  key: string;
  query: URLSearchParams;
}

export interface S3Answer {
  status: number;
  headers?: OutgoingHttpHeaders;
  body?: string | OpenBytes;
}

export interface S3Context {
  store: ObjectStore;
  announce: (bucket: string, created: CreatedObject) => Promise<void>;
}

const MAX_XML_BYTES = 2 * 1024 * 1024;
const XML_HEADERS = { 'content-type': 'application/xml' };

export function answerXml(root: string, content: string, headers: OutgoingHttpHeaders = {}): S3Answer {
  const xmlns = 'http://s3.amazonaws.com/doc/2006-03-01/';
  return {
    status: 200,
    headers: { ...XML_HEADERS, ...headers },
    body: formatXml(`<${root} xmlns="${xmlns}">${content}</${root}>`),
  };
}

export function invalidArgument(message: string): S3Error {
  return new S3Error(400, 'InvalidArgument', message);
}

/** @throws S3Error InvalidURI */
export function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error(400, 'InvalidURI', "Couldn't parse the specified URI.");
  }
}

/** @throws S3Error BadDigest */
export async function receiveBlob({ message }: S3Request, store: ObjectStore): Promise<Blob> {
  refuseChunks(message);
  const blob = await store.blobs.write(message);
  const crc32 = message.headers['x-amz-checksum-crc32'];
  const md5 = message.headers['content-md5'];
  const isDamaged =
    (crc32 !== undefined && crc32 !== blob.crc32) ||
    (md5 !== undefined && md5 !== Buffer.from(blob.md5, 'hex').toString('base64'));
  if (!isDamaged) return blob;
  await store.blobs.remove([blob]);
  throw new S3Error(400, 'BadDigest', 'The checksum you specified did not match the calculated checksum.');
}

export async function readXml({ message }: S3Request): Promise<string> {
  refuseChunks(message);
  return (await readBody(message, MAX_XML_BYTES)).toString();
}

/** SDKs send a body of unknown length in this encoding. */
function refuseChunks({ headers }: IncomingMessage): void {
  if (headers['content-encoding']?.includes('aws-chunked'))
    throw new S3Error(
      501,
      'NotImplemented',
      'The local S3 does not implement aws-chunked. Send the whole body.',
    );
}

const namedEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function formatXml(content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${content}`;
}

export function formatErrorXml(error: S3Error, requestId: string): string {
  return formatXml(
    `<Error><Code>${error.code}</Code><Message>${escapeXml(error.message)}</Message>` +
      `<RequestId>${requestId}</RequestId></Error>`,
  );
}

export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#xD;');
}

/** Returns the contents of all `<name>` elements. Enough for the bodies of multipart and batch requests. */
export function readElements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))].map(([, text]) => text ?? '');
}

export function unescapeXml(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (entity, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal) return String.fromCodePoint(Number(decimal));
    return namedEntities[name] ?? entity;
  });
}
