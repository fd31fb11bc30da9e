import type { ExplainedDifference } from '../comparison.ts';

const reference = 'https://docs.aws.amazon.com/AmazonS3/latest/API';
const guide = 'https://docs.aws.amazon.com/AmazonS3/latest/userguide';
/** Answers of S3 that LocalStack recorded for its tests. */
const recordedAnswers =
  'https://github.com/localstack/localstack/blob/main/tests/aws/services/s3/test_s3_api.snapshot.json';

type Explanation = Omit<ExplainedDifference, 'probes'>;

// Differences of moto and versitygw that are not the same, but have the same explanation.
const token: Explanation = {
  right: 'ours',
  why: 'S3 answers "The continuation token provided is incorrect" (InvalidArgument). AWS does not document it.',
  source: 'https://github.com/aws/aws-sdk-js-v3/issues/1636',
};

const errorElements: Explanation = {
  right: 'neither',
  why: 'S3 adds elements for developers, such as HostId. Our fake sends only Code, Message and RequestId. moto and versitygw send more, but no implementation sends Resource, which AWS documents.',
  source: `${guide}/UsingRESTError.html`,
};

/** The differences that moto and versitygw share. */
const explainedByBoth: ExplainedDifference[] = [
  {
    probes: {
      'copy to a target with If-None-Match': '4ba5caac',
      'copy to a target with If-Match': '4ba5caac',
    },
    right: 'ours',
    why: 'If-Match and If-None-Match of CopyObject apply to the object that the copy replaces. moto and versitygw ignore them.',
    source: `${reference}/API_CopyObject.html`,
  },
  {
    probes: { 'overwrite with If-Match with any': '251b40f1', 'creation with If-Match with any': 'da65aaf2' },
    right: 'ours',
    why: 'If-Match of a write expects an ETag. AWS does not document the answer to the character *, which is NotImplemented.',
    source: recordedAnswers,
  },
  {
    probes: { 'deletes several objects': 'f65bd0ce' },
    right: 'ours',
    why: 'In quiet mode, the answer contains only the keys whose deletion failed.',
    source: `${reference}/API_DeleteObjects.html`,
  },
  {
    probes: { 'deletes 1,001 objects': '7f6ea8b9' },
    right: 'ours',
    why: 'A request contains at most 1,000 keys.',
    source: `${reference}/API_DeleteObjects.html`,
  },
  {
    probes: { 'versions: delete of a missing object': '7a4e8f98' },
    right: 'ours',
    why: 'A delete without a version id inserts a delete marker in a bucket with versions.',
    source: `${reference}/API_DeleteObject.html`,
  },
  {
    probes: {
      'key of 1025 bytes in 1025 characters': '94a98b2e',
      'key of 1025 bytes in 925 characters': '94a98b2e',
    },
    right: 'ours',
    why: 'A key has at most 1,024 bytes of UTF-8. moto has no limit, and versitygw has the limits of its file system.',
    source: `${guide}/object-keys.html`,
  },
];

export const explainedByMoto: ExplainedDifference[] = [
  ...explainedByBoth,
  { ...token, probes: { 'list with a wrong token': '59a0ab8a' } },
  {
    probes: {
      'right and wrong checksums': 'e97bbccb',
      'multipart: unknown part': 'ae9c0f54',
      'multipart: wrong checksum of a part': '824151d1',
      'multipart: checksums': '804486b4',
    },
    right: 'ours',
    why: 'S3 rejects a wrong checksum, requires the declared checksums at the completion, and lists them. moto does not check them.',
    source: `${guide}/checking-object-integrity-upload.html`,
  },
  {
    probes: { 'range items=0-1': '2972da4c' },
    right: 'ours',
    why: 'S3 refers to RFC 9110, where a server ignores a unit of ranges that it does not know.',
    source: `${reference}/API_GetObject.html`,
  },
  {
    probes: {
      'read with If-Match with the ETag, and If-Unmodified-Since the past': '3a492c9e',
      'read with If-None-Match with another ETag, and If-Modified-Since the future': 'a5ec7e15',
    },
    right: 'ours',
    why: 'When a request has a condition on the ETag and one on the date, the ETag decides. moto requires both.',
    source: `${reference}/API_GetObject.html`,
  },
  {
    probes: { 'read with If-Match with any': '3a492c9e' },
    right: 'ours',
    why: 'S3 refers to RFC 7232, where the character * matches any object. AWS does not mention it for reads.',
    source: `${reference}/API_GetObject.html`,
  },
  {
    probes: {
      'overwrite with If-None-Match with an ETag': 'f8f475fb',
      'creation with If-None-Match with an ETag': '9cd82368',
    },
    right: 'ours',
    why: 'If-None-Match of a write expects the character *. moto ignores other values.',
    source: `${reference}/API_PutObject.html`,
  },
  {
    probes: { 'copy with If-Match with another ETag of the source': 'a8fc28fe' },
    right: 'ours',
    why: 'A copy with a failed condition on its source fails with 412.',
    source: `${reference}/API_CopyObject.html`,
  },
  {
    probes: { 'list of more than 1,000': 'e866a7e3' },
    right: 'ours',
    why: 'S3 returns at most 1,000 keys.',
    source: `${reference}/API_ListObjectsV2.html`,
  },
  {
    probes: { 'list of a negative number': '115fa136' },
    right: 'ours',
    why: 'S3 answers that maxKeys must be at least 0 (InvalidArgument). AWS does not document it.',
    source: 'https://github.com/brekkylab/backlot/issues/192',
  },
  {
    probes: { 'versions: delete marker': '5f9398f7' },
    right: 'ours',
    why: 'GetObject with the version id of a delete marker is Method Not Allowed.',
    source: `${reference}/API_GetObject.html`,
  },
  {
    probes: {
      'versions: delete marker removed': '9e17b521',
      'versions: several deletes of a delete marker': '5bf325f7',
    },
    right: 'ours',
    why: 'The answer says that the removed version was a delete marker.',
    source: `${reference}/API_DeleteObject.html`,
  },
  {
    probes: {
      'multipart: wrong order': 'a84a83e6',
      'multipart: part numbers': '43fbb52b',
      'multipart: abort': '7c08326b',
      'multipart: unknown upload': 'd80ad25d',
      'multipart: upload of another key': '93a2c9df',
      'multipart: list of uploads': '041b0851',
    },
    right: 'ours',
    why: 'The errors are InvalidPartOrder, InvalidArgument and NoSuchUpload, and an upload has one key. moto accepts wrong orders and keys, answers 500, and does not repeat the prefix.',
    source: `${reference}/ErrorResponses.html`,
  },
  {
    probes: {
      'multipart: If-Match with another ETag': '7b1f347d',
      'multipart: If-Match for a missing object': 'f3e8e4b7',
    },
    right: 'ours',
    why: 'CompleteMultipartUpload has the conditions of PutObject. moto implements only If-None-Match.',
    source: `${reference}/API_CompleteMultipartUpload.html`,
  },
  {
    probes: {
      'link: read with HEAD': '39949ae2',
      'link: read with another method': 'a266f688',
      'link: expired': 'ca31f0af',
      'link: not valid yet': 'ca31f0af',
      'link: another key': 'd3b5e2fc',
      'link: another expiration': '4bb8994b',
      'link: another signature': '4bb8994b',
      'link: unknown access key': '4bb8994b',
      'link: expiration of more than a week': '495307c9',
      'link: without a date': '495307c9',
      'link: without a signature': '088a5e23',
      'link: without a query': '65e6a2f8',
      'link: another parameter': 'b72db5bc',
      'link: write with GET': '92739be6',
      'link: write with another type than signed': '6b88d59c',
    },
    right: 'ours',
    why: 'moto does not check presigned links, and its answer to an unsigned request has no body.',
    source: `${reference}/sigv4-query-string-auth.html`,
  },
  {
    probes: { 'link: write': 'abae17e7' },
    right: 'ours',
    why: 'The answer to an upload has no body and no content type.',
    source: `${reference}/API_PutObject.html`,
  },
  {
    ...errorElements,
    probes: {
      'error: missing object': '17830c7a',
      'error: missing bucket': 'e7ea500a',
      'error: range after the end': 'e532a0e9',
      'error: failed condition': 'a1d97220',
    },
  },
];

export const explainedByVersity: ExplainedDifference[] = [
  ...explainedByBoth,
  { ...token, probes: { 'list with a wrong token': '98f36b3f' } },
  {
    probes: { 'key trailing/': '678722e4' },
    right: 'ours',
    why: 'An object whose key ends with a slash may have content. In versitygw, it is a folder.',
    source: `${guide}/using-folders.html`,
  },
  {
    probes: { 'copy with If-None-Match with the ETag of the source': '284b8bec' },
    right: 'ours',
    why: 'A copy with a failed condition on its source fails with 412.',
    source: `${reference}/API_CopyObject.html`,
  },
  {
    probes: { 'deletes no objects': '2b0ede37' },
    right: 'ours',
    why: 'The list of objects is required.',
    source: `${reference}/API_Delete.html`,
  },
  {
    probes: {
      'list after a key': 'f6575624',
      'list after a key with delimiter': 'ebaaf6d1',
      'list with encoded keys': 'a4a8a933',
    },
    right: 'ours',
    why: 'The answer contains a token only if the request does, and encodes keys when EncodingType is url.',
    source: `${reference}/API_ListObjectsV2.html`,
  },
  {
    probes: { 'versions: unknown version': 'ab75f825', 'versions: delete of an unknown version': '9fa1878b' },
    right: 'both',
    why: 'A malformed version id is InvalidArgument, and a version that does not exist is NoSuchVersion. AWS does not document the form of ids, so our fake treats no id as malformed.',
    source: recordedAnswers,
  },
  {
    probes: { 'versions: conditions after a delete marker': 'add1ec76' },
    right: 'ours',
    why: 'A delete marker is not an object: a write with If-None-Match succeeds, and one with If-Match finds no object.',
    source: `${guide}/conditional-writes.html#conditional-error-response`,
  },
  {
    probes: { 'link: not valid yet': 'ca31f0af' },
    right: 'ours',
    why: 'S3 answers "Request is not yet valid" (AccessDenied). AWS does not document it for links.',
    source: 'https://github.com/minio/minio/issues/2638',
  },
  {
    probes: { 'link: unknown access key': 'cca913c8' },
    right: 'neither',
    why: 'S3 answers InvalidAccessKeyId. The fake accepts each access key with the secret of the local cloud, so the signature is wrong. versitygw has its own error.',
    source: `${reference}/ErrorResponses.html`,
  },
  {
    ...errorElements,
    probes: {
      'error: missing object': 'df7f882d',
      'error: missing bucket': 'e7ea500a',
      'error: range after the end': 'e532a0e9',
      'error: failed condition': 'a1d97220',
    },
  },
];
