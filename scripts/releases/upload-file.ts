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
  /** Hexadecimal; kept with the object, so that the same file is not sent twice. */
  sha256: string;
  onProgress: (uploadedBytes: number) => void;
}

const mebibyte = 1024 * 1024;
const concurrency = 4;
/** S3 takes 10,000 parts at the most: https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
const maxParts = 9_000;

const partBytesOf = (sizeInBytes: number) =>
  Math.max(8 * mebibyte, Math.ceil(sizeInBytes / maxParts / mebibyte) * mebibyte);

/**
 * Uploads a file in parts. What an interrupted upload of the same file left behind is taken up again: parts that are there, with the
 * same bytes, are not sent again.
 */
export async function uploadFile(upload: FileUpload): Promise<void> {
  const { s3, bucket, key, sizeInBytes, onProgress } = upload;
  if (await isThere(upload)) return onProgress(sizeInBytes);

  const uploadId = (await findUpload(s3, bucket, key)) ?? (await beginUpload(upload));
  const kept = await listParts(s3, { bucket, key, uploadId });
  const partBytes = partBytesOf(sizeInBytes);
  const count = Math.max(1, Math.ceil(sizeInBytes / partBytes));
  const parts: CompletedPart[] = [];
  let uploadedBytes = 0;
  const file = await open(upload.file);
  try {
    const numbers = Array.from({ length: count }, (_, index) => index + 1).values();
    const work = async () => {
      for (const PartNumber of numbers) {
        const body = await readPart(file, (PartNumber - 1) * partBytes, partBytes, sizeInBytes);
        const ETag = await putPart(upload, uploadId, PartNumber, body, kept.get(PartNumber));
        parts.push({ PartNumber, ETag });
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

/** The same bytes lie there already. */
async function isThere({ s3, bucket, key, sizeInBytes, sha256 }: FileUpload): Promise<boolean> {
  try {
    const { ContentLength, Metadata } = await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
    return ContentLength === sizeInBytes && Metadata?.sha256 === sha256;
  } catch (error) {
    if (error instanceof NotFound) return false;
    throw error;
  }
}

/** The newest upload of this object that was begun and not completed. */
async function findUpload(s3: S3Client, bucket: string, key: string): Promise<string | undefined> {
  const { Uploads: uploads = [] } = await s3.send(
    new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: key }),
  );
  return uploads
    .filter((upload) => upload.Key === key)
    .sort((left, right) => Number(left.Initiated) - Number(right.Initiated))
    .at(-1)?.UploadId;
}

async function beginUpload({ s3, bucket, key, sha256 }: FileUpload): Promise<string> {
  const { UploadId: uploadId } = await s3.send(
    new CreateMultipartUploadCommand({
      Bucket: bucket,
      Key: key,
      ContentType: 'application/octet-stream',
      Metadata: { sha256 },
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
  // Not the SDK's paginator: it goes by the marker alone, which S3 also gives where there is no more.
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

async function readPart(file: FileHandle, position: number, partBytes: number, sizeInBytes: number) {
  const buffer = Buffer.allocUnsafe(Math.min(partBytes, sizeInBytes - position));
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, position + length);
    if (bytesRead === 0) throw new Error('The file became shorter while it was uploaded.');
    length += bytesRead;
  }
  return buffer;
}

/** @returns the part's ETag, which with S3's own encryption is the MD5 of its bytes. */
async function putPart(
  { s3, bucket, key }: FileUpload,
  uploadId: string,
  partNumber: number,
  body: Buffer,
  kept: Part | undefined,
): Promise<string> {
  const md5 = `"${createHash('md5').update(body).digest('hex')}"`;
  if (kept?.ETag === md5 && kept.Size === body.length) return md5;
  const { ETag: etag } = await s3.send(
    new UploadPartCommand({
      Bucket: bucket,
      Key: key,
      UploadId: uploadId,
      PartNumber: partNumber,
      Body: body,
    }),
  );
  return etag ?? md5;
}
