import type { IncomingMessage } from 'node:http';
import type { Blob } from './blob-files.ts';
import { decodeAwsChunked } from './decode-aws-chunked.ts';
import type { ObjectStore } from './object-store.ts';
import { S3Error } from './s3-error.ts';

const MAX_XML_BYTES = 2 * 1024 * 1024;

/** @throws S3Error BadDigest, IncompleteBody */
export async function receiveBlob(message: IncomingMessage, store: ObjectStore): Promise<Blob> {
  const trailers = new Map<string, string>();
  const isChunked = message.headers['content-encoding']?.includes('aws-chunked') ?? false;
  const blob = await store.blobs.write(isChunked ? decodeAwsChunked(message, trailers) : message);

  const decodedLength = message.headers['x-amz-decoded-content-length'];
  const crc32 = trailers.get('x-amz-checksum-crc32') ?? message.headers['x-amz-checksum-crc32'];
  const md5 = message.headers['content-md5'];
  const isShort = isChunked && decodedLength !== undefined && Number(decodedLength) !== blob.size;
  const isDamaged =
    (crc32 !== undefined && crc32 !== blob.crc32) ||
    (md5 !== undefined && md5 !== Buffer.from(blob.md5, 'hex').toString('base64'));
  if (isShort || isDamaged) {
    await store.blobs.remove([blob]);
    throw isShort
      ? new S3Error(400, 'IncompleteBody', 'You did not provide the number of bytes specified by the headers')
      : new S3Error(400, 'BadDigest', 'The checksum you specified did not match the calculated checksum.');
  }
  return blob;
}

export async function readXml(message: IncomingMessage): Promise<string> {
  const isChunked = message.headers['content-encoding']?.includes('aws-chunked') ?? false;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of isChunked ? decodeAwsChunked(message, new Map()) : message) {
    size += chunk.length;
    if (size > MAX_XML_BYTES)
      throw new S3Error(400, 'MaxMessageLengthExceeded', 'Your request was too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
