import { createHash } from 'node:crypto';
import { HeadObjectCommand, NotFound, type S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';

interface FileUpload {
  s3: S3Client;
  bucket: string;
  key: string;
  bytes: Buffer;
  onProgress: (uploadedBytes: number) => void;
}

const partBytes = 8 * 1024 * 1024;

/** Uploads a file in parts, unless the object has the same bytes already. An interrupted upload of the file begins again. */
export async function uploadFile({ s3, bucket, key, bytes, onProgress }: FileUpload): Promise<void> {
  const object = { Bucket: bucket, Key: key };
  const found = await s3.send(new HeadObjectCommand(object)).catch((error: Error) => {
    if (error instanceof NotFound) return undefined;
    throw error;
  });
  // The metadata of an object would not prove its content.
  if (found?.ETag === etagOf(bytes)) return onProgress(bytes.length);
  const upload = new Upload({
    client: s3,
    params: { ...object, Body: bytes, ContentType: 'application/octet-stream' },
    partSize: partBytes,
  });
  upload.on('httpUploadProgress', ({ loaded = 0 }) => onProgress(loaded));
  await upload.done();
}

/** S3's ETag of an object: its MD5, or the MD5 of the MD5s of its parts, and their number. */
function etagOf(bytes: Buffer): string {
  const parts = Array.from({ length: Math.ceil(bytes.length / partBytes) }, (_, index) =>
    md5Of(bytes.subarray(index * partBytes, (index + 1) * partBytes)),
  );
  if (parts.length === 1) return `"${parts[0]?.toString('hex')}"`;
  return `"${md5Of(Buffer.concat(parts)).toString('hex')}-${parts.length}"`;
}

const md5Of = (bytes: Buffer) => createHash('md5').update(bytes).digest();
