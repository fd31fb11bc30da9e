import type { OutgoingHttpHeaders } from 'node:http';
import type { ObjectStore } from './object-store.ts';
import { checkConditions, checkCopySource, chooseRange, writePrecondition } from './preconditions.ts';
import { readXml, receiveBlob } from './receive-body.ts';
import { malformedXml, S3Error } from './s3-error.ts';
import { answerXml, decodeUri, type S3Answer, type S3Context, type S3Request } from './s3-request.ts';
import { escapeXml, readElements, unescapeXml } from './s3-xml.ts';
import { readStoredHeaders, storedHeaders } from './stored-headers.ts';
import type { CreatedObject } from './stored-object.ts';

const MAX_DELETED_OBJECTS = 1000;

export async function headBucket({ bucket }: S3Request, { store }: S3Context): Promise<S3Answer> {
  store.requireBucket(bucket);
  return { status: 200 };
}

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
    ...store.versionHeader(bucket, object),
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
  const blob = await receiveBlob(message, store);
  const object = { key, blobs: [blob], etag: `"${blob.md5}"`, headers: readStoredHeaders(message.headers) };
  const created = await putOrDiscard(request, store, object, mayReplace);
  await announce(bucket, created);
  return {
    status: 200,
    headers: {
      etag: object.etag,
      'x-amz-checksum-crc32': blob.crc32,
      ...store.versionHeader(bucket, created.object),
    },
  };
}

export async function copyObject(request: S3Request, { store, announce }: S3Context): Promise<S3Answer> {
  const { message, bucket, key } = request;
  store.requireBucket(bucket);
  const [source, search] = (message.headers['x-amz-copy-source']?.toString() ?? '').split('?');
  const sourceVersionId = new URLSearchParams(search).get('versionId');
  const [, sourceBucket = '', sourceKey = ''] = /^\/?([^/]+)\/(.+)$/s.exec(decodeUri(source ?? '')) ?? [];
  const replacesHeaders = message.headers['x-amz-metadata-directive'] === 'REPLACE';
  if (sourceBucket === bucket && sourceKey === key && sourceVersionId === null && !replacesHeaders) {
    throw new S3Error(400, 'InvalidRequest', 'This copy request is illegal because it changes nothing.');
  }
  const original = store.find(sourceBucket, sourceKey, sourceVersionId);
  checkCopySource(message.headers, original);
  const mayReplace = writePrecondition(message.headers);
  const bytes = await store.blobs.open(original);
  const blob = await store.blobs.write(bytes.chunks).finally(() => bytes.close());
  const headers = replacesHeaders ? readStoredHeaders(message.headers) : original.headers;
  const copy = { key, blobs: [blob], etag: `"${blob.md5}"`, headers };
  const created = await putOrDiscard(request, store, copy, mayReplace);
  await announce(bucket, created);
  const { etag, lastModified } = created.object;
  return answerXml(
    'CopyObjectResult',
    `<ETag>${escapeXml(etag)}</ETag><LastModified>${lastModified}</LastModified>`,
    {
      ...store.versionHeader(bucket, created.object),
      ...sourceVersionHeader(store.versionHeader(sourceBucket, original)),
    },
  );
}

function sourceVersionHeader(header: ReturnType<ObjectStore['versionHeader']>): OutgoingHttpHeaders {
  const versionId = header['x-amz-version-id'];
  return versionId === undefined ? {} : { 'x-amz-copy-source-version-id': versionId };
}

export async function deleteObject(
  { bucket, key, query }: S3Request,
  { store }: S3Context,
): Promise<S3Answer> {
  const versionId = query.get('versionId');
  const removed = await store.remove(bucket, key, versionId);
  if (!removed) return { status: 204, headers: versionId === null ? {} : { 'x-amz-version-id': versionId } };
  const marker = removed.isDeleteMarker ? { 'x-amz-delete-marker': 'true' } : {};
  return { status: 204, headers: { ...marker, ...store.versionHeader(bucket, removed) } };
}

export async function deleteObjects({ message, bucket }: S3Request, { store }: S3Context): Promise<S3Answer> {
  const xml = await readXml(message);
  const isQuiet = readElements(xml, 'Quiet')[0] === 'true';
  const objects = readElements(xml, 'Object');
  if (objects.length === 0 || objects.length > MAX_DELETED_OBJECTS) throw malformedXml();
  const deleted: string[] = [];
  for (const object of objects) {
    const [key = ''] = readElements(object, 'Key').map(unescapeXml);
    const [versionId] = readElements(object, 'VersionId').map(unescapeXml);
    const removed = await store.remove(bucket, key, versionId ?? null);
    const marker = removed?.isDeleteMarker
      ? `<DeleteMarker>true</DeleteMarker><DeleteMarkerVersionId>${removed.versionId}</DeleteMarkerVersionId>`
      : '';
    const version = versionId === undefined ? '' : `<VersionId>${escapeXml(versionId)}</VersionId>`;
    deleted.push(`<Deleted><Key>${escapeXml(key)}</Key>${version}${marker}</Deleted>`);
  }
  return answerXml('DeleteResult', isQuiet ? '' : deleted.join(''));
}

async function putOrDiscard(
  { bucket }: S3Request,
  store: ObjectStore,
  object: Parameters<ObjectStore['put']>[1],
  mayReplace?: Parameters<ObjectStore['put']>[2],
): Promise<CreatedObject> {
  try {
    return await store.put(bucket, object, mayReplace);
  } catch (error) {
    if (error instanceof S3Error) await store.blobs.remove(object.blobs);
    throw error;
  }
}
