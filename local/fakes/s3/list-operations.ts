import {
  answerXml,
  escapeXml,
  invalidArgument,
  type S3Answer,
  type S3Context,
  type S3Request,
} from './s3-request.ts';
import type { StoredObject } from './stored-object.ts';

export async function listObjects({ bucket, query }: S3Request, { store }: S3Context): Promise<S3Answer> {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const maxKeys = Math.min(Number(query.get('max-keys') ?? 1000), 1000);
  if (!Number.isInteger(maxKeys) || maxKeys < 0) throw invalidArgument('max-keys must be a positive integer');
  const token = query.get('continuation-token');
  const after = token === null ? '' : readToken(token);

  const contents: StoredObject[] = [];
  const commonPrefixes = new Set<string>();
  let lastListed = after;
  let isTruncated = false;
  for (const object of sortByKey([...store.objectsOf(bucket).values()])) {
    if (!object.key.startsWith(prefix)) continue;
    const delimiterAt = delimiter ? object.key.indexOf(delimiter, prefix.length) : -1;
    const entry = delimiterAt === -1 ? object.key : object.key.slice(0, delimiterAt + delimiter.length);
    if (commonPrefixes.has(entry) || compareKeys(entry, after) <= 0) continue;
    if (contents.length + commonPrefixes.size === maxKeys) {
      isTruncated = maxKeys > 0;
      break;
    }
    if (delimiterAt === -1) contents.push(object);
    else commonPrefixes.add(entry);
    lastListed = entry;
  }

  const listed = [
    ...contents.map(
      ({ key, lastModified, etag, size }) =>
        `<Contents><Key>${escapeXml(key)}</Key><LastModified>${lastModified}</LastModified>` +
        `<ETag>${escapeXml(etag)}</ETag><Size>${size}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
    ),
    ...[...commonPrefixes].map(
      (entry) => `<CommonPrefixes><Prefix>${escapeXml(entry)}</Prefix></CommonPrefixes>`,
    ),
  ];
  const next = isTruncated ? `<NextContinuationToken>${writeToken(lastListed)}</NextContinuationToken>` : '';
  return answerXml(
    'ListBucketResult',
    `<Name>${bucket}</Name><Prefix>${escapeXml(prefix)}</Prefix><KeyCount>${listed.length}</KeyCount>` +
      `<MaxKeys>${maxKeys}</MaxKeys><IsTruncated>${isTruncated}</IsTruncated>${next}${listed.join('')}`,
  );
}

/** Distinguishes a token of this fake from other text. */
const tokenStart = 'after:';
const writeToken = (key: string) => Buffer.from(tokenStart + key).toString('base64url');

/** @throws S3Error InvalidArgument */
function readToken(token: string): string {
  const text = Buffer.from(token, 'base64url').toString();
  if (!text.startsWith(tokenStart)) throw invalidArgument('The continuation token provided is incorrect');
  return text.slice(tokenStart.length);
}

function sortByKey(objects: StoredObject[]): StoredObject[] {
  return objects.sort((a, b) => compareKeys(a.key, b.key));
}

/** S3 sorts keys by their UTF-8 bytes. JavaScript compares UTF-16 units. */
function compareKeys(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
