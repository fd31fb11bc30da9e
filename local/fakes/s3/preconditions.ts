import type { IncomingHttpHeaders } from 'node:http';
import type { StoredObject } from './object-store.ts';
import { S3Error } from './s3-error.ts';

/** @throws S3Error PreconditionFailed */
export function checkConditions(headers: IncomingHttpHeaders, object: StoredObject): 304 | undefined {
  // HTTP dates have no milliseconds.
  const modifiedSeconds = Math.floor(Date.parse(object.lastModified) / 1000);
  const secondsOf = (date: string | undefined) => Date.parse(date ?? '') / 1000;
  const ifMatch = headers['if-match'];
  const isStale = ifMatch
    ? !namesEtag(ifMatch, object.etag)
    : modifiedSeconds > secondsOf(headers['if-unmodified-since']);
  if (isStale) {
    throw new S3Error(
      412,
      'PreconditionFailed',
      'At least one of the pre-conditions you specified did not hold',
    );
  }
  const ifNoneMatch = headers['if-none-match'];
  const isUnchanged = ifNoneMatch
    ? namesEtag(ifNoneMatch, object.etag)
    : modifiedSeconds <= secondsOf(headers['if-modified-since']);
  return isUnchanged ? 304 : undefined;
}

export function namesEtag(condition: string, etag: string): boolean {
  const unquoted = etag.replaceAll('"', '');
  return condition.split(',').some((each) => ['*', unquoted].includes(each.trim().replace(/^W\/|"/g, '')));
}

/**
 * Returns the range to answer with 206. Several ranges, a malformed range, and an outdated `If-Range` all
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
