import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import {
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  NotFound,
  type Part,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';

interface FileUpload {
  s3: S3Client;
  bucket: string;
  key: string;
  file: string;
  sizeInBytes: number;
  onProgress: (uploadedBytes: number) => void;
}

const mebibyte = 1024 * 1024;
const concurrency = 4;
/** S3 accepts at most 10,000 parts: https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
const maxParts = 9_000;

/**
 * S3 rejects parts with an undeclared checksum, and requires the checksum of each part in the end.
 */
const checksumAlgorithm = 'CRC32';

const partBytesOf = (sizeInBytes: number) =>
  Math.max(8 * mebibyte, Math.ceil(sizeInBytes / maxParts / mebibyte) * mebibyte);

const partNumbersOf = (sizeInBytes: number) =>
  Array.from(
    { length: Math.max(1, Math.ceil(sizeInBytes / partBytesOf(sizeInBytes))) },
    (_, index) => index + 1,
  );

/**
 * Uploads a file in parts. Continues an interrupted upload of the same file: parts with the same
 * bytes are not sent again.
 */
export async function uploadFile(upload: FileUpload): Promise<void> {
  const { s3, bucket, key, sizeInBytes, onProgress } = upload;
  const file = await open(upload.file);
  const parts: CompletedPart[] = [];
  let uploadId: string;
  try {
    if (await isThere(upload, file)) return onProgress(sizeInBytes);
    uploadId = (await findUpload(s3, bucket, key)) ?? (await beginUpload(upload));
    const kept = await listParts(s3, { bucket, key, uploadId });
    let uploadedBytes = 0;
    const numbers = partNumbersOf(sizeInBytes).values();
    const work = async () => {
      for (const partNumber of numbers) {
        const body = await readPart(file, partNumber, sizeInBytes);
        parts.push(await putPart(upload, uploadId, partNumber, body, kept.get(partNumber)));
        uploadedBytes += body.length;
        onProgress(uploadedBytes);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
  } finally {
    await file.close();
  }
  parts.sort((left, right) => (left.PartNumber ?? 0) - (right.PartNumber ?? 0));
  await s3.send(
    new CompleteMultipartUploadCommand({
      Bucket: bucket,
      Key: key,
      UploadId: uploadId,
      MultipartUpload: { Parts: parts },
    }),
  );
}

/**
 * Whether the object already has the same bytes, uploaded in the same parts. The metadata of an
 * upload does not prove its content.
 */
async function isThere({ s3, bucket, key, sizeInBytes }: FileUpload, file: FileHandle): Promise<boolean> {
  try {
    const { ContentLength, ETag } = await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
    return ContentLength === sizeInBytes && ETag === (await multipartEtag(file, sizeInBytes));
  } catch (error) {
    if (error instanceof NotFound) return false;
    throw error;
  }
}

/** S3's ETag of an object in parts: the MD5 of the parts' MD5s, and their number. */
async function multipartEtag(file: FileHandle, sizeInBytes: number): Promise<string> {
  const md5OfParts = createHash('md5');
  const numbers = partNumbersOf(sizeInBytes);
  for (const partNumber of numbers) {
    const part = await readPart(file, partNumber, sizeInBytes);
    md5OfParts.update(createHash('md5').update(part).digest());
  }
  return `"${md5OfParts.digest('hex')}-${numbers.length}"`;
}

/** The newest incomplete upload of this object. */
async function findUpload(s3: S3Client, bucket: string, key: string): Promise<string | undefined> {
  const { Uploads: uploads = [] } = await s3.send(
    new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: key }),
  );
  return uploads
    .filter((upload) => upload.Key === key && upload.ChecksumAlgorithm === checksumAlgorithm)
    .sort((left, right) => Number(left.Initiated) - Number(right.Initiated))
    .at(-1)?.UploadId;
}

async function beginUpload({ s3, bucket, key }: FileUpload): Promise<string> {
  const { UploadId: uploadId } = await s3.send(
    new CreateMultipartUploadCommand({
      Bucket: bucket,
      Key: key,
      ContentType: 'application/octet-stream',
      ChecksumAlgorithm: checksumAlgorithm,
    }),
  );
  if (!uploadId) throw new Error(`S3 gave no id for the upload of ${key}.`);
  return uploadId;
}

async function listParts(
  s3: S3Client,
  { bucket, key, uploadId }: { bucket: string; key: string; uploadId: string },
): Promise<Map<number, Part>> {
  const parts = new Map<number, Part>();
  // The SDK's paginator relies on the marker alone, but S3 also returns one on the last page.
  let marker: string | undefined;
  do {
    const {
      Parts = [],
      IsTruncated,
      NextPartNumberMarker,
    } = await s3.send(
      new ListPartsCommand({ Bucket: bucket, Key: key, UploadId: uploadId, PartNumberMarker: marker }),
    );
    for (const part of Parts) if (part.PartNumber) parts.set(part.PartNumber, part);
    marker = IsTruncated ? NextPartNumberMarker : undefined;
  } while (marker);
  return parts;
}

async function readPart(file: FileHandle, partNumber: number, sizeInBytes: number) {
  const partBytes = partBytesOf(sizeInBytes);
  const position = (partNumber - 1) * partBytes;
  const buffer = Buffer.allocUnsafe(Math.min(partBytes, sizeInBytes - position));
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, position + length);
    if (bytesRead === 0) throw new Error('The file became shorter while it was uploaded.');
    length += bytesRead;
  }
  return buffer;
}

/** A part's ETag is, with S3's own encryption, the MD5 of its bytes. */
async function putPart(
  { s3, bucket, key }: FileUpload,
  uploadId: string,
  partNumber: number,
  body: Buffer,
  kept: Part | undefined,
): Promise<CompletedPart> {
  const md5 = `"${createHash('md5').update(body).digest('hex')}"`;
  if (kept?.ETag === md5 && kept.Size === body.length)
    return { PartNumber: partNumber, ETag: md5, ChecksumCRC32: kept.ChecksumCRC32 };
  const { ETag = md5, ChecksumCRC32 } = await s3.send(
    new UploadPartCommand({
      Bucket: bucket,
      Key: key,
      UploadId: uploadId,
      PartNumber: partNumber,
      Body: body,
      ChecksumAlgorithm: checksumAlgorithm,
    }),
  );
  return { PartNumber: partNumber, ETag, ChecksumCRC32 };
}
