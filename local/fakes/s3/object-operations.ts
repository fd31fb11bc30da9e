import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { decodeAwsChunked } from './decode-aws-chunked.ts';
import { listMultipartUploads, listObjects, listParts } from './list-operations.ts';
import type { Blob, CreatedObject, ObjectStore, Upload } from './object-store.ts';
import { checkConditions, checkCopySource, chooseRange, writePrecondition } from './preconditions.ts';
import { S3Error } from './s3-error.ts';
import { answerXml, invalidArgument, type S3Answer, type S3Context, type S3Request } from './s3-request.ts';
import { escapeXml, readElements, unescapeXml } from './s3-xml.ts';

type Operation = (request: S3Request, context: S3Context) => Promise<S3Answer>;

const MAX_XML_BYTES = 2 * 1024 * 1024;
const MIN_PART_BYTES = 5 * 1024 * 1024;
const MAX_PARTS = 10_000;
const MAX_DELETED_OBJECTS = 1000;

const storedHeaders = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
];

/**
 * Any other query parameter names a feature that the fake does not implement, such as `?acl` or `?tagging`.
 */
const knownParameters = new Set([
  ...['list-type', 'prefix', 'delimiter', 'max-keys', 'continuation-token', 'start-after', 'fetch-owner'],
  ...[
    'encoding-type',
    'uploads',
    'uploadId',
    'partNumber',
    'part-number-marker',
    'max-parts',
    'delete',
    'versionId',
    'x-id',
  ],
  ...storedHeaders.map((header) => `response-${header}`),
]);

/** @throws S3Error NotImplemented, KeyTooLongError */
export function chooseOperation({ message, bucket, key, query }: S3Request): Operation {
  checkKey(key);
  const unknown = [...query.keys()].find((name) => !knownParameters.has(name) && !/^x-amz-/i.test(name));
  if (bucket && unknown === undefined) {
    const isCopy = message.headers['x-amz-copy-source'] !== undefined;
    const isPart = query.has('uploadId');
    switch (`${message.method} ${key ? 'object' : 'bucket'}`) {
      case 'HEAD bucket':
        return headBucket;
      case 'GET bucket':
        if (query.get('list-type') === '2') return listObjects;
        if (query.has('uploads')) return listMultipartUploads;
        break;
      case 'POST bucket':
        if (query.has('delete')) return deleteObjects;
        break;
      case 'HEAD object':
      case 'GET object':
        if (isPart) return listParts;
        if (!query.has('partNumber')) return getObject;
        break;
      case 'PUT object':
        if (isPart && isCopy) break;
        if (isPart) return uploadPart;
        return isCopy ? copyObject : putObject;
      case 'POST object':
        if (query.has('uploads')) return createMultipartUpload;
        if (isPart) return completeMultipartUpload;
        break;
      case 'DELETE object':
        return isPart ? abortMultipartUpload : deleteObject;
    }
  }
  throw new S3Error(501, 'NotImplemented', 'The local S3 does not implement this operation.');
}

async function headBucket({ bucket }: S3Request, { store }: S3Context): Promise<S3Answer> {
  store.objectsOf(bucket);
  return { status: 200 };
}

async function getObject(
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
  const body = message.method === 'GET' ? await store.openBytes(object, start, end) : undefined;
  return { status: range ? 206 : 200, headers, body };
}

async function putObject(request: S3Request, { store, announce }: S3Context): Promise<S3Answer> {
  const { message, bucket, key } = request;
  store.objectsOf(bucket);
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

async function copyObject(request: S3Request, { store, announce }: S3Context): Promise<S3Answer> {
  const { message, bucket, key } = request;
  store.objectsOf(bucket);
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
  const bytes = await store.openBytes(original);
  const blob = await store.writeBlob(bytes.chunks).finally(() => bytes.close());
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

async function deleteObject({ bucket, key, query }: S3Request, { store }: S3Context): Promise<S3Answer> {
  const versionId = query.get('versionId');
  const removed = await store.remove(bucket, key, versionId);
  if (!removed) return { status: 204, headers: versionId === null ? {} : { 'x-amz-version-id': versionId } };
  const marker = removed.isDeleteMarker ? { 'x-amz-delete-marker': 'true' } : {};
  return { status: 204, headers: { ...marker, ...store.versionHeader(bucket, removed) } };
}

async function deleteObjects({ message, bucket }: S3Request, { store }: S3Context): Promise<S3Answer> {
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

async function createMultipartUpload(request: S3Request, { store }: S3Context): Promise<S3Answer> {
  const { message, bucket, key } = request;
  const algorithm = message.headers['x-amz-checksum-algorithm']?.toString();
  const upload = await store.createUpload(bucket, key, readStoredHeaders(message.headers), algorithm);
  return answerXml(
    'InitiateMultipartUploadResult',
    `<Bucket>${bucket}</Bucket><Key>${escapeXml(key)}</Key><UploadId>${upload.id}</UploadId>`,
  );
}

async function uploadPart(
  { message, bucket, key, query }: S3Request,
  { store }: S3Context,
): Promise<S3Answer> {
  const upload = store.findUpload(query.get('uploadId') ?? '', bucket, key);
  const partNumber = Number(query.get('partNumber'));
  if (!Number.isInteger(partNumber) || partNumber < 1 || partNumber > MAX_PARTS) {
    throw invalidArgument(`Part number must be an integer between 1 and ${MAX_PARTS}, inclusive`);
  }
  checkAlgorithm(message.headers, upload.checksumAlgorithm);
  const blob = await receiveBlob(message, store);
  await store.putPart(upload, partNumber, blob);
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

async function completeMultipartUpload(
  request: S3Request,
  { store, announce }: S3Context,
): Promise<S3Answer> {
  const { message, bucket, key, query } = request;
  const xml = await readXml(message);
  const uploadId = query.get('uploadId') ?? '';
  let created = store.findCompletedUpload(uploadId, bucket, key);
  if (!created) {
    const upload = store.findUpload(uploadId, bucket, key);
    const parts = chooseParts(xml, upload);
    const md5OfParts = createHash('md5');
    for (const { md5 } of parts) md5OfParts.update(Buffer.from(md5, 'hex'));
    const etag = `"${md5OfParts.digest('hex')}-${parts.length}"`;
    created = await store.completeUpload(upload, {
      parts,
      etag,
      mayReplace: writePrecondition(message.headers),
    });
  }
  await announce(bucket, created);
  const location = `http://${message.headers.host}/${bucket}/${encodeURIComponent(key)}`;
  return answerXml(
    'CompleteMultipartUploadResult',
    `<Location>${escapeXml(location)}</Location><Bucket>${bucket}</Bucket><Key>${escapeXml(key)}</Key>` +
      `<ETag>${escapeXml(created.object.etag)}</ETag>`,
    store.versionHeader(bucket, created.object),
  );
}

async function abortMultipartUpload(
  { bucket, key, query }: S3Request,
  { store }: S3Context,
): Promise<S3Answer> {
  await store.abortUpload(store.findUpload(query.get('uploadId') ?? '', bucket, key));
  return { status: 204 };
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
    if (error instanceof S3Error) await store.removeBlobs(object.blobs);
    throw error;
  }
}

/** @throws S3Error BadDigest, IncompleteBody */
async function receiveBlob(message: IncomingMessage, store: ObjectStore): Promise<Blob> {
  const trailers = new Map<string, string>();
  const isChunked = message.headers['content-encoding']?.includes('aws-chunked') ?? false;
  const blob = await store.writeBlob(isChunked ? decodeAwsChunked(message, trailers) : message);

  const decodedLength = message.headers['x-amz-decoded-content-length'];
  const crc32 = trailers.get('x-amz-checksum-crc32') ?? message.headers['x-amz-checksum-crc32'];
  const md5 = message.headers['content-md5'];
  const isShort = isChunked && decodedLength !== undefined && Number(decodedLength) !== blob.size;
  const isDamaged =
    (crc32 !== undefined && crc32 !== blob.crc32) ||
    (md5 !== undefined && md5 !== Buffer.from(blob.md5, 'hex').toString('base64'));
  if (isShort || isDamaged) {
    await store.removeBlobs([blob]);
    throw isShort
      ? new S3Error(400, 'IncompleteBody', 'You did not provide the number of bytes specified by the headers')
      : new S3Error(400, 'BadDigest', 'The checksum you specified did not match the calculated checksum.');
  }
  return blob;
}

function readStoredHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const stored: Record<string, string> = { 'content-type': 'binary/octet-stream' };
  for (const [name, value] of Object.entries(headers)) {
    if (value && (storedHeaders.includes(name) || name.startsWith('x-amz-meta-')))
      stored[name] = value.toString();
  }
  // `aws-chunked` describes the transfer, not the object.
  const encodings = (stored['content-encoding'] ?? '').split(',').map((encoding) => encoding.trim());
  const kept = encodings.filter((encoding) => encoding && encoding !== 'aws-chunked');
  if (kept.length > 0) stored['content-encoding'] = kept.join(',');
  else delete stored['content-encoding'];
  return stored;
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

async function readXml(message: IncomingMessage): Promise<string> {
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

/** @throws S3Error InvalidURI */
export function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error(400, 'InvalidURI', "Couldn't parse the specified URI.");
  }
}

function checkKey(key: string): void {
  if (Buffer.byteLength(key) > 1024) throw new S3Error(400, 'KeyTooLongError', 'Your key is too long');
}

const malformedXml = () => new S3Error(400, 'MalformedXML', 'The XML you provided was not well-formed');
