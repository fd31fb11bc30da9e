import type { IncomingHttpHeaders } from 'node:http';
import type { Blob } from './blob-files.ts';
import { writePrecondition } from './preconditions.ts';
import { malformedXml, S3Error } from './s3-error.ts';
import {
  answerXml,
  escapeXml,
  invalidArgument,
  readElements,
  readXml,
  receiveBlob,
  type S3Answer,
  type S3Context,
  type S3Request,
  unescapeXml,
} from './s3-request.ts';
import { readStoredHeaders } from './stored-object.ts';
import type { Upload } from './upload-store.ts';

const MIN_PART_BYTES = 5 * 1024 * 1024;
const MAX_PARTS = 10_000;

export async function createMultipartUpload(request: S3Request, { store }: S3Context): Promise<S3Answer> {
  const { message, bucket, key } = request;
  const algorithm = message.headers['x-amz-checksum-algorithm']?.toString();
  store.requireBucket(bucket);
  const upload = await store.uploads.create(bucket, key, readStoredHeaders(message.headers), algorithm);
  return answerXml(
    'InitiateMultipartUploadResult',
    `<Bucket>${bucket}</Bucket><Key>${escapeXml(key)}</Key><UploadId>${upload.id}</UploadId>`,
  );
}

export async function uploadPart(request: S3Request, { store }: S3Context): Promise<S3Answer> {
  const { message, bucket, key, query } = request;
  const upload = store.uploads.find(query.get('uploadId') ?? '', bucket, key);
  const partNumber = Number(query.get('partNumber'));
  if (!Number.isInteger(partNumber) || partNumber < 1 || partNumber > MAX_PARTS) {
    throw invalidArgument(`Part number must be an integer between 1 and ${MAX_PARTS}, inclusive`);
  }
  checkAlgorithm(message.headers, upload.checksumAlgorithm);
  const blob = await receiveBlob(request, store);
  await store.uploads.putPart(upload, partNumber, blob);
  return { status: 200, headers: { etag: `"${blob.md5}"`, 'x-amz-checksum-crc32': blob.crc32 } };
}

/**
 * An upload without a declared algorithm accepts parts with any checksum.
 * @throws S3Error InvalidRequest when the checksum algorithm of a part differs from the one of the upload
 */
function checkAlgorithm(headers: IncomingHttpHeaders, declared: string | undefined): void {
  const named = `${headers['x-amz-trailer'] ?? ''} ${Object.keys(headers).join(' ')}`;
  const sent = /x-amz-checksum-(crc32c|crc32|crc64nvme|sha1|sha256)\b/.exec(named)?.[1]?.toUpperCase();
  if (sent === undefined || declared === undefined || sent === declared) return;
  throw new S3Error(
    400,
    'InvalidRequest',
    `Checksum Type mismatch occurred, expected checksum Type: ${declared.toLowerCase()}, actual checksum Type: ${sent.toLowerCase()}`,
  );
}

export async function completeMultipartUpload(
  request: S3Request,
  { store, announce }: S3Context,
): Promise<S3Answer> {
  const { message, bucket, key, query } = request;
  const xml = await readXml(request);
  const uploadId = query.get('uploadId') ?? '';
  let created = store.uploads.findCompleted(uploadId, bucket, key);
  if (!created) {
    const upload = store.uploads.find(uploadId, bucket, key);
    created = await store.completeUpload(upload, {
      chooseParts: () => chooseParts(xml, upload),
      mayReplace: writePrecondition(message.headers),
    });
  }
  await announce(bucket, created);
  const location = `http://${message.headers.host}/${bucket}/${encodeURIComponent(key)}`;
  return answerXml(
    'CompleteMultipartUploadResult',
    `<Location>${escapeXml(location)}</Location><Bucket>${bucket}</Bucket><Key>${escapeXml(key)}</Key>` +
      `<ETag>${escapeXml(created.object.etag)}</ETag>`,
    store.versionHeader(created.object),
  );
}

export async function abortMultipartUpload(
  { bucket, key, query }: S3Request,
  { store }: S3Context,
): Promise<S3Answer> {
  await store.uploads.abort(store.uploads.find(query.get('uploadId') ?? '', bucket, key));
  return { status: 204 };
}

/** @throws S3Error InvalidPart, InvalidPartOrder, EntityTooSmall, MalformedXML */
function chooseParts(xml: string, { parts: uploaded, checksumAlgorithm }: Upload): Blob[] {
  let previousNumber = 0;
  const parts = readElements(xml, 'Part').map((part) => {
    const partNumber = Number(readElements(part, 'PartNumber')[0]);
    const etag = unescapeXml(readElements(part, 'ETag')[0] ?? '').replaceAll('"', '');
    const blob = uploaded[partNumber];
    const crc32 = readElements(part, 'ChecksumCRC32')[0];
    // S3 keeps the checksums of parts only if the upload declares them.
    const kept = checksumAlgorithm === 'CRC32' ? blob?.crc32 : undefined;
    if (blob?.md5 !== etag || (crc32 !== undefined && crc32 !== kept)) {
      throw new S3Error(400, 'InvalidPart', 'One or more of the specified parts could not be found.');
    }
    if (checksumAlgorithm === 'CRC32' && crc32 === undefined) {
      throw new S3Error(
        400,
        'InvalidRequest',
        `The upload was created using a crc32 checksum. The complete request must include the checksum for each part. It was missing for part ${partNumber} in the request.`,
      );
    }
    if (partNumber <= previousNumber) {
      throw new S3Error(400, 'InvalidPartOrder', 'The list of parts was not in ascending order.');
    }
    previousNumber = partNumber;
    return blob;
  });
  if (parts.length === 0) throw malformedXml();
  if (parts.slice(0, -1).some(({ size }) => size < MIN_PART_BYTES)) {
    throw new S3Error(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size');
  }
  return parts;
}
