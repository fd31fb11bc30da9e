import { listObjects } from './list-operations.ts';
import {
  abortMultipartUpload,
  completeMultipartUpload,
  createMultipartUpload,
  uploadPart,
} from './multipart-operations.ts';
import { deleteObject, deleteObjects, getObject, putObject } from './object-operations.ts';
import { S3Error } from './s3-error.ts';
import type { S3Answer, S3Context, S3Request } from './s3-request.ts';
import { storedHeaders } from './stored-object.ts';

type Operation = (request: S3Request, context: S3Context) => Promise<S3Answer>;

/**
 * Any other query parameter names a feature that the fake does not implement, such as `?acl` or `?tagging`.
 */
const knownParameters = new Set([
  ...['list-type', 'prefix', 'delimiter', 'max-keys', 'continuation-token', 'delete', 'versionId', 'x-id'],
  ...['uploads', 'uploadId', 'partNumber'],
  ...storedHeaders.map((header) => `response-${header}`),
]);

/** @throws S3Error NotImplemented, KeyTooLongError */
export function chooseOperation({ message, bucket, key, query }: S3Request): Operation {
  checkKey(key);
  const unknown = [...query.keys()].find((name) => !knownParameters.has(name));
  if (bucket && unknown === undefined) {
    const isCopy = message.headers['x-amz-copy-source'] !== undefined;
    const isPart = query.has('uploadId');
    switch (`${message.method} ${key ? 'object' : 'bucket'}`) {
      case 'GET bucket':
        if (query.get('list-type') === '2') return listObjects;
        break;
      case 'POST bucket':
        if (query.has('delete')) return deleteObjects;
        break;
      case 'HEAD object':
      case 'GET object':
        if (!isPart && !query.has('partNumber')) return getObject;
        break;
      case 'PUT object':
        if (isCopy) break;
        return isPart ? uploadPart : putObject;
      case 'POST object':
        if (query.has('uploads')) return createMultipartUpload;
        if (isPart) return completeMultipartUpload;
        break;
      case 'DELETE object':
        if (query.has('versionId')) break;
        return isPart ? abortMultipartUpload : deleteObject;
    }
  }
  throw new S3Error(501, 'NotImplemented', 'The local S3 does not implement this operation.');
}

function checkKey(key: string): void {
  if (Buffer.byteLength(key) > 1024) throw new S3Error(400, 'KeyTooLongError', 'Your key is too long');
}
