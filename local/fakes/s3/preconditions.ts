import type { IncomingHttpHeaders } from 'node:http';
import { preconditionFailed, S3Error } from './s3-error.ts';
import type { StoredObject } from './stored-object.ts';

/**
 * Returns the check of `If-None-Match` and `If-Match` for a write.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
 * @throws S3Error NotImplemented; the check throws NoSuchKey
 */
export function writePrecondition(
  headers: IncomingHttpHeaders,
): (existing: StoredObject | undefined) => boolean {
  const ifNoneMatch = headers['if-none-match'];
  const ifMatch = headers['if-match'];
  const hasBoth = ifNoneMatch !== undefined && ifMatch !== undefined;
  if (hasBoth || ifMatch === '*' || (ifNoneMatch !== undefined && ifNoneMatch !== '*')) {
    throw new S3Error(
      501,
      'NotImplemented',
      'A header you provided implies functionality that is not implemented',
    );
  }
  return (existing) => {
    if (ifNoneMatch === '*') return existing === undefined;
    if (ifMatch === undefined) return true;
    if (!existing) throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.');
    return namesEtag(ifMatch, existing.etag);
  };
}

/**
 * Checks the conditions on ETags.
 * @throws S3Error PreconditionFailed; NotImplemented for a condition on a time
 */
export function checkConditions(headers: IncomingHttpHeaders, { etag }: StoredObject): 304 | undefined {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  if (headers['if-unmodified-since'] !== undefined || headers['if-modified-since'] !== undefined)
    throw new S3Error(501, 'NotImplemented', 'The local S3 does not implement conditions on times.');
  if (ifMatch && !namesEtag(ifMatch, etag)) throw preconditionFailed();
  return ifNoneMatch && namesEtag(ifNoneMatch, etag) ? 304 : undefined;
}

function namesEtag(condition: string, etag: string): boolean {
  const unquoted = etag.replaceAll('"', '');
  return condition.split(',').some((each) => ['*', unquoted].includes(each.trim().replace(/^W\/|"/g, '')));
}

/**
 * Returns the range of a 206 response. Several ranges, a malformed range, and an outdated `If-Range` all
 * return undefined, so that the answer is the whole object.
 * @throws S3Error InvalidRange
 */
export function chooseRange(
  headers: IncomingHttpHeaders,
  object: StoredObject,
): { start: number; end: number } | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '');
  const ifRange = headers['if-range']?.toString();
  if (!match || (ifRange !== undefined && ifRange !== object.etag)) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  const start = first === '' ? Math.max(object.size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? object.size - 1 : Math.min(Number(last), object.size - 1);
  if (start > end) {
    throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable', {
      'content-range': `bytes */${object.size}`,
    });
  }
  return { start, end };
}
