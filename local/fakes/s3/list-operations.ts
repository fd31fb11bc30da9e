import {
  answerXml,
  escapeXml,
  invalidArgument,
  type S3Answer,
  type S3Context,
  type S3Request,
} from './s3-request.ts';
import type { StoredObject } from './stored-object.ts';

const MAX_PARTS = 1000;

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

/** Lists all uploads in one page, because the local cloud never has more than a thousand. */
export async function listMultipartUploads(
  { bucket, query }: S3Request,
  { store }: S3Context,
): Promise<S3Answer> {
  store.requireBucket(bucket);
  const prefix = query.get('prefix') ?? '';
  const uploads = store.uploads
    .of(bucket)
    .filter(({ key }) => key.startsWith(prefix))
    .map(
      ({ id, key, initiatedAt, checksumAlgorithm }) =>
        `<Upload><Key>${escapeXml(key)}</Key><UploadId>${id}</UploadId><Initiated>${initiatedAt}</Initiated>` +
        `${checksumAlgorithm ? `<ChecksumAlgorithm>${escapeXml(checksumAlgorithm)}</ChecksumAlgorithm>` : ''}</Upload>`,
    );
  return answerXml(
    'ListMultipartUploadsResult',
    `<Bucket>${bucket}</Bucket><KeyMarker></KeyMarker><UploadIdMarker></UploadIdMarker>` +
      `<Prefix>${escapeXml(prefix)}</Prefix><MaxUploads>1000</MaxUploads><IsTruncated>false</IsTruncated>${uploads.join('')}`,
  );
}

export async function listParts({ bucket, key, query }: S3Request, { store }: S3Context): Promise<S3Answer> {
  const { id, parts, checksumAlgorithm } = store.uploads.find(query.get('uploadId') ?? '', bucket, key);
  const after = Number(query.get('part-number-marker') ?? 0);
  const all = Object.entries(parts)
    .map(([partNumber, blob]) => ({ partNumber: Number(partNumber), ...blob }))
    .filter(({ partNumber }) => partNumber > after)
    .sort((left, right) => left.partNumber - right.partNumber);
  const listed = all.slice(0, MAX_PARTS);
  const elements = listed.map(
    ({ partNumber, md5, size, crc32, uploadedAt }) =>
      `<Part><PartNumber>${partNumber}</PartNumber><LastModified>${uploadedAt}</LastModified><ETag>&quot;${md5}&quot;</ETag><Size>${size}</Size>` +
      `${checksumAlgorithm === 'CRC32' ? `<ChecksumCRC32>${crc32}</ChecksumCRC32>` : ''}</Part>`,
  );
  return answerXml(
    'ListPartsResult',
    `<Bucket>${bucket}</Bucket><Key>${escapeXml(key)}</Key><UploadId>${id}</UploadId>` +
      `<PartNumberMarker>${after}</PartNumberMarker><MaxParts>${MAX_PARTS}</MaxParts>` +
      `<IsTruncated>${all.length > listed.length}</IsTruncated>` +
      `<NextPartNumberMarker>${listed.at(-1)?.partNumber ?? 0}</NextPartNumberMarker>${elements.join('')}`,
  );
}

function sortByKey(objects: StoredObject[]): StoredObject[] {
  return objects.sort((a, b) => compareKeys(a.key, b.key));
}

/** S3 sorts keys by their UTF-8 bytes. JavaScript compares UTF-16 units. */
function compareKeys(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
