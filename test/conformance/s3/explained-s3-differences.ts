import type { ExplainedDifference } from '../comparison.ts';

const reference = 'https://docs.aws.amazon.com/AmazonS3/latest/API';
const guide = 'https://docs.aws.amazon.com/AmazonS3/latest/userguide';
/** Answers of S3 that LocalStack recorded for its tests. */
const recordedAnswers =
  'https://github.com/localstack/localstack/blob/main/tests/aws/services/s3/test_s3_api.snapshot.json';

const byBoth: Record<string, ExplainedDifference> = {
  copyTarget: {
    probes: ['copy to a target with If-None-Match', 'copy to a target with If-Match'],
    right: 'ours',
    why: 'If-Match and If-None-Match of CopyObject apply to the object that the copy replaces. moto and versitygw ignore them.',
    source: `${reference}/API_CopyObject.html`,
  },
  anyMatch: {
    probes: ['overwrite with If-Match with any', 'creation with If-Match with any'],
    right: 'ours',
    why: 'If-Match of a write expects an ETag. AWS does not document the answer to the character *, which is NotImplemented.',
    source: recordedAnswers,
  },
  quiet: {
    probes: ['deletes several objects'],
    right: 'ours',
    why: 'In quiet mode, the answer contains only the keys whose deletion failed.',
    source: `${reference}/API_DeleteObjects.html`,
  },
  manyDeletes: {
    probes: ['deletes 1,001 objects'],
    right: 'ours',
    why: 'A request contains at most 1,000 keys.',
    source: `${reference}/API_DeleteObjects.html`,
  },
  token: {
    probes: ['list with a wrong token'],
    right: 'ours',
    why: 'S3 answers "The continuation token provided is incorrect" (InvalidArgument). AWS does not document it.',
    source: 'https://github.com/aws/aws-sdk-js-v3/issues/1636',
  },
  missingMarker: {
    probes: ['versions: delete of a missing object'],
    right: 'ours',
    why: 'A delete without a version id inserts a delete marker in a bucket with versions.',
    source: `${reference}/API_DeleteObject.html`,
  },
};

const longKeys = (why: string): ExplainedDifference => ({
  probes: ['key of 1025 bytes in 1025 characters', 'key of 1025 bytes in 925 characters'],
  right: 'ours',
  why,
  source: `${guide}/object-keys.html`,
});

export const explainedByMoto: ExplainedDifference[] = [
  ...Object.values(byBoth),
  longKeys('A key has at most 1,024 bytes of UTF-8. moto has no limit.'),
  {
    probes: [
      'right and wrong checksums',
      'multipart: unknown part',
      'multipart: wrong checksum of a part',
      'multipart: checksums',
    ],
    right: 'ours',
    why: 'S3 rejects a wrong checksum, requires the declared checksums at the completion, and lists them. moto does not check them.',
    source: `${guide}/checking-object-integrity-upload.html`,
  },
  {
    probes: ['range items=0-1'],
    right: 'ours',
    why: 'S3 refers to RFC 9110, where a server ignores a unit of ranges that it does not know.',
    source: `${reference}/API_GetObject.html`,
  },
  {
    probes: [
      'read with If-Match with the ETag, and If-Unmodified-Since the past',
      'read with If-None-Match with another ETag, and If-Modified-Since the future',
    ],
    right: 'ours',
    why: 'When a request has a condition on the ETag and one on the date, the ETag decides. moto requires both.',
    source: `${reference}/API_GetObject.html`,
  },
  {
    probes: ['read with If-Match with any'],
    right: 'ours',
    why: 'S3 refers to RFC 7232, where the character * matches any object. AWS does not mention it for reads.',
    source: `${reference}/API_GetObject.html`,
  },
  {
    probes: ['overwrite with If-None-Match with an ETag', 'creation with If-None-Match with an ETag'],
    right: 'ours',
    why: 'If-None-Match of a write expects the character *. moto ignores other values.',
    source: `${reference}/API_PutObject.html`,
  },
  {
    probes: ['copy with If-Match with another ETag of the source'],
    right: 'ours',
    why: 'A copy with a failed condition on its source fails with 412.',
    source: `${reference}/API_CopyObject.html`,
  },
  {
    probes: ['list of more than 1,000'],
    right: 'ours',
    why: 'S3 returns at most 1,000 keys.',
    source: `${reference}/API_ListObjectsV2.html`,
  },
  {
    probes: ['list of a negative number'],
    right: 'ours',
    why: 'S3 answers that maxKeys must be at least 0 (InvalidArgument). AWS does not document it.',
    source: 'https://github.com/brekkylab/backlot/issues/192',
  },
  {
    probes: ['versions: delete marker'],
    right: 'ours',
    why: 'GetObject with the version id of a delete marker is Method Not Allowed.',
    source: `${reference}/API_GetObject.html`,
  },
  {
    probes: ['versions: delete marker removed', 'versions: several deletes of a delete marker'],
    right: 'ours',
    why: 'The answer says that the removed version was a delete marker.',
    source: `${reference}/API_DeleteObject.html`,
  },
  {
    probes: [
      'multipart: wrong order',
      'multipart: part numbers',
      'multipart: abort',
      'multipart: unknown upload',
      'multipart: upload of another key',
      'multipart: list of uploads',
    ],
    right: 'ours',
    why: 'The errors are InvalidPartOrder, InvalidArgument and NoSuchUpload, and an upload has one key. moto accepts wrong orders and keys, answers 500, and does not repeat the prefix.',
    source: `${reference}/ErrorResponses.html`,
  },
  {
    probes: ['multipart: If-Match with another ETag', 'multipart: If-Match for a missing object'],
    right: 'ours',
    why: 'CompleteMultipartUpload has the conditions of PutObject. moto implements only If-None-Match.',
    source: `${reference}/API_CompleteMultipartUpload.html`,
  },
  {
    probes: [
      'read with HEAD',
      'read with another method',
      'expired',
      'not valid yet',
      'another key',
      'another expiration',
      'another signature',
      'unknown access key',
      'expiration of more than a week',
      'without a date',
      'without a signature',
      'without a query',
      'another parameter',
      'write with GET',
      'write with another type than signed',
    ].map((name) => `link: ${name}`),
    right: 'ours',
    why: 'moto does not check presigned links, and its answer to an unsigned request has no body.',
    source: `${reference}/sigv4-query-string-auth.html`,
  },
  {
    probes: ['link: write'],
    right: 'ours',
    why: 'The answer to an upload has no body and no content type.',
    source: `${reference}/API_PutObject.html`,
  },
];

export const explainedByVersity: ExplainedDifference[] = [
  ...Object.values(byBoth),
  longKeys('A key has at most 1,024 bytes of UTF-8. versitygw has the limits of its file system.'),
  {
    probes: ['key trailing/'],
    right: 'ours',
    why: 'An object whose key ends with a slash may have content. In versitygw, it is a folder.',
    source: `${guide}/using-folders.html`,
  },
  {
    probes: ['copy with If-None-Match with the ETag of the source'],
    right: 'ours',
    why: 'A copy with a failed condition on its source fails with 412.',
    source: `${reference}/API_CopyObject.html`,
  },
  {
    probes: ['deletes no objects'],
    right: 'ours',
    why: 'The list of objects is required.',
    source: `${reference}/API_Delete.html`,
  },
  {
    probes: ['list after a key', 'list after a key with delimiter', 'list with encoded keys'],
    right: 'ours',
    why: 'The answer contains a token only if the request does, and encodes keys when EncodingType is url.',
    source: `${reference}/API_ListObjectsV2.html`,
  },
  {
    probes: ['versions: unknown version', 'versions: delete of an unknown version'],
    right: 'both',
    why: 'A malformed version id is InvalidArgument, and a version that does not exist is NoSuchVersion. AWS does not document the form of ids, so our fake treats no id as malformed.',
    source: recordedAnswers,
  },
  {
    probes: ['versions: conditions after a delete marker'],
    right: 'ours',
    why: 'A delete marker is not an object: a write with If-None-Match succeeds, and one with If-Match finds no object.',
    source: recordedAnswers,
  },
  {
    probes: ['link: not valid yet'],
    right: 'ours',
    why: 'S3 answers "Request is not yet valid" (AccessDenied). AWS does not document it for links.',
    source: 'https://github.com/minio/minio/issues/2638',
  },
  {
    probes: ['link: unknown access key'],
    right: 'neither',
    why: 'S3 answers InvalidAccessKeyId. The fake accepts each access key with the secret of the local cloud, so the signature is wrong. versitygw has its own error.',
    source: `${reference}/ErrorResponses.html`,
  },
];
