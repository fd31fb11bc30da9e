import { S3Error } from './s3-error.ts';

const MAX_EXPIRES_SECONDS = 7 * 24 * 3600;
const MAX_CLOCK_SKEW_MS = 15 * 60 * 1000;

/**
 * Refuses unsigned requests, and presigned URLs that are incomplete or not valid at this time.
 * Does not verify signatures in the `Authorization` header.
 */
export function checkAuthorization(
  authorizationHeader: string | undefined,
  query: URLSearchParams,
  nowMs: number,
): void {
  if (authorizationHeader !== undefined) {
    if (/^AWS4-HMAC-SHA256 Credential=.+Signature=.+/.test(authorizationHeader)) return;
    throw new S3Error(400, 'InvalidArgument', 'Unsupported Authorization Type');
  }
  if (![...query.keys()].some((name) => name.startsWith('X-Amz-'))) throw accessDenied('Access Denied');
  checkPresignedQuery(query, nowMs);
}

function checkPresignedQuery(query: URLSearchParams, nowMs: number): void {
  const isComplete =
    query.get('X-Amz-Algorithm') === 'AWS4-HMAC-SHA256' &&
    Boolean(query.get('X-Amz-Credential')) &&
    Boolean(query.get('X-Amz-SignedHeaders')) &&
    /^[0-9a-f]{64}$/.test(query.get('X-Amz-Signature') ?? '');
  if (!isComplete) throw malformedQuery('Query-string authentication requires a complete signature');

  const signedAtMs = parseAmzDateMs(query.get('X-Amz-Date') ?? '');
  const expires = query.get('X-Amz-Expires') ?? '';
  const expiresSeconds = /^\d+$/.test(expires) ? Number(expires) : Number.NaN;
  if (Number.isNaN(signedAtMs) || !(expiresSeconds >= 1 && expiresSeconds <= MAX_EXPIRES_SECONDS)) {
    throw malformedQuery('X-Amz-Date and X-Amz-Expires must be valid');
  }
  if (signedAtMs > nowMs + MAX_CLOCK_SKEW_MS) throw accessDenied('Request is not valid yet');
  if (signedAtMs + expiresSeconds * 1000 < nowMs) throw accessDenied('Request has expired');
}

/** `20261031T235959Z` as milliseconds since the epoch, or NaN. */
function parseAmzDateMs(text: string): number {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (!parts) return Number.NaN;
  const [, year, month, day, hours, minutes, seconds] = parts;
  return Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
}

function accessDenied(message: string): S3Error {
  return new S3Error(403, 'AccessDenied', message);
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
function malformedQuery(message: string): S3Error {
  return new S3Error(400, 'AuthorizationQueryParametersError', message);
}
