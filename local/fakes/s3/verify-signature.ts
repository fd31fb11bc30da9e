import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { S3Error } from './s3-error.ts';

/** The secret access key of every client on this machine. */
const secretAccessKey = 'local';

export interface SignedRequest {
  method: string;
  /** Path and search are still percent-encoded. */
  path: string;
  search: string;
  headers: IncomingHttpHeaders;
}

/**
 * Verifies that method, path, expiration and parameters of a presigned URL are the signed ones.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 * @throws S3Error SignatureDoesNotMatch
 */
export function verifySignature({ method, path, search, headers }: SignedRequest): void {
  const parameters = new Map(search.split('&').map(decodeParameter));
  const parameter = (name: string) => parameters.get(name) ?? '';
  const date = parameter('X-Amz-Date');
  const scope = parameter('X-Amz-Credential').split('/').slice(1);
  const signedHeaders = parameter('X-Amz-SignedHeaders');

  const canonicalQuery = [...parameters]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort();
  const canonicalHeaders = signedHeaders
    .split(';')
    .map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`);
  const canonicalRequest = [
    method,
    path,
    canonicalQuery.join('&'),
    canonicalHeaders.join(''),
    signedHeaders,
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const hash = createHash('sha256').update(canonicalRequest).digest('hex');
  const textToSign = ['AWS4-HMAC-SHA256', date, scope.join('/'), hash].join('\n');
  const key = scope.reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${secretAccessKey}`);
  const expected = hmac(key, textToSign);
  const given = Buffer.from(parameter('X-Amz-Signature'), 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new S3Error(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided.',
    );
  }
}

function decodeParameter(text: string): [name: string, value: string] {
  const [name = '', ...value] = text.split('=');
  return [decodeURIComponent(name), decodeURIComponent(value.join('='))];
}

/** Signing encodes all but the unreserved characters of RFC 3986. encodeURIComponent encodes fewer. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (it) => `%${it.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
