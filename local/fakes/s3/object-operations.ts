import type { OutgoingHttpHeaders } from 'node:http';
import { checkConditions, chooseRange, writePrecondition } from './preconditions.ts';
import { malformedXml, S3Error } from './s3-error.ts';
import {
  answerXml,
  escapeXml,
  readElements,
  readXml,
  receiveBlob,
  type S3Answer,
  type S3Context,
  type S3Request,
  unescapeXml,
} from './s3-request.ts';
import { readStoredHeaders, storedHeaders } from './stored-object.ts';

const MAX_DELETED_OBJECTS = 1000;

export async function getObject(
  { message, bucket, key, query }: S3Request,
  { store }: S3Context,
): Promise<S3Answer> {
  const object = store.find(bucket, key, query.get('versionId'));
  const conditionFailed = checkConditions(message.headers, object);
  const headers: OutgoingHttpHeaders = {
    ...object.headers,
    etag: object.etag,
    'last-modified': new Date(object.lastModified).toUTCString(),
    'accept-ranges': 'bytes',
    ...store.versionHeader(object),
  };
  if (conditionFailed === 304) return { status: 304, headers: { etag: object.etag } };
  for (const header of storedHeaders) {
    const override = query.get(`response-${header}`);
    if (override !== null) headers[header] = override;
  }

  const range = chooseRange(message.headers, object);
  const { start, end } = range ?? { start: 0, end: object.size - 1 };
  headers['content-length'] = end - start + 1;
  if (range) headers['content-range'] = `bytes ${start}-${end}/${object.size}`;
  const wantsChecksum = message.headers['x-amz-checksum-mode']?.toString().toUpperCase() === 'ENABLED';
  const [onlyBlob, ...otherBlobs] = object.blobs;
  if (wantsChecksum && !range && onlyBlob && otherBlobs.length === 0) {
    headers['x-amz-checksum-crc32'] = onlyBlob.crc32;
    headers['x-amz-checksum-type'] = 'FULL_OBJECT';
  }
  const body = message.method === 'GET' ? await store.blobs.open(object, start, end) : undefined;
  return { status: range ? 206 : 200, headers, body };
}

export async function putObject(request: S3Request, { store, announce }: S3Context): Promise<S3Answer> {
  const { message, bucket, key } = request;
  store.requireBucket(bucket);
  const mayReplace = writePrecondition(message.headers);
  const blob = await receiveBlob(request, store);
  const object = { key, blobs: [blob], etag: `"${blob.md5}"`, headers: readStoredHeaders(message.headers) };
  const created = await store.put(bucket, object, mayReplace).catch(async (error: unknown) => {
    if (error instanceof S3Error) await store.blobs.remove(object.blobs);
    throw error;
  });
  await announce(bucket, created);
  return {
    status: 200,
    headers: {
      etag: object.etag,
      'x-amz-checksum-crc32': blob.crc32,
      ...store.versionHeader(created.object),
    },
  };
}

export async function deleteObject({ bucket, key }: S3Request, { store }: S3Context): Promise<S3Answer> {
  await store.remove(bucket, key);
  return { status: 204 };
}

export async function deleteObjects(request: S3Request, { store }: S3Context): Promise<S3Answer> {
  const objects = readElements(await readXml(request), 'Object');
  if (objects.length === 0 || objects.length > MAX_DELETED_OBJECTS) throw malformedXml();
  if (objects.some((object) => readElements(object, 'VersionId').length > 0))
    throw new S3Error(501, 'NotImplemented', 'The local S3 does not implement deleting a version.');
  const deleted: string[] = [];
  for (const object of objects) {
    const [key = ''] = readElements(object, 'Key').map(unescapeXml);
    await store.remove(request.bucket, key);
    deleted.push(`<Deleted><Key>${escapeXml(key)}</Key></Deleted>`);
  }
  return answerXml('DeleteResult', deleted.join(''));
}
