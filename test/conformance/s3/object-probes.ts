import type { S3 } from '@aws-sdk/client-s3';
import type { Probe } from '../comparison.ts';
import { plainBucket as Bucket } from './buckets.ts';
import { type Call, probeS3 } from './s3-answers.ts';

const put =
  (Key: string, Body = 'hello', more: Partial<Parameters<S3['putObject']>[0]> = {}): Call =>
  (s3) =>
    s3.putObject({ Bucket, Key, Body, ...more });
const get =
  (Key: string, more: Partial<Parameters<S3['getObject']>[0]> = {}): Call =>
  (s3) =>
    s3.getObject({ Bucket, Key, ...more });
const head =
  (Key: string, more: Partial<Parameters<S3['headObject']>[0]> = {}): Call =>
  (s3) =>
    s3.headObject({ Bucket, Key, ...more });
const copy =
  (from: string, Key: string, more: Partial<Parameters<S3['copyObject']>[0]> = {}): Call =>
  (s3) =>
    s3.copyObject({ Bucket, Key, CopySource: `${Bucket}/${encodeURIComponent(from)}`, ...more });
const remove =
  (Key: string): Call =>
  (s3) =>
    s3.deleteObject({ Bucket, Key });
const list =
  (more: Partial<Parameters<S3['listObjectsV2']>[0]> = {}): Call =>
  (s3) =>
    s3.listObjectsV2({ Bucket, ...more });

const helloEtag = '"5d41402abc4b2a76b9719d911017c592"';
const wrongEtag = '"00000000000000000000000000000000"';
const past = new Date('2020-01-01');
const future = new Date('2100-01-01');

/** With slashes, because a folder or file of versitygw has a name of at most 255 characters. */
const longKey = (length: number) => `${`${'k'.repeat(127)}/`.repeat(9).slice(0, length - 1)}k`;

const keys = [
  'a b',
  'a+b',
  'ä/ö',
  'quote\'"',
  'a&b<c>',
  'percent%20',
  '🦊',
  'a/../b',
  'trailing/',
  'a//b',
  '?query',
  longKey(1024),
  longKey(1025),
  `${'ü'.repeat(100)}/${longKey(824)}`,
];
const ranges = [
  'bytes=0-1',
  'bytes=1-',
  'bytes=-2',
  'bytes=0-0',
  'bytes=4-9',
  'bytes=5-',
  'bytes=9-10',
  'bytes=-0',
  'bytes=-9',
  'bytes=3-1',
  'bytes=a-b',
  'items=0-1',
  'bytes=0-1,3-4',
  'bytes=-',
];
const readConditions = {
  'If-Match with the ETag': { IfMatch: helloEtag },
  'If-Match with another ETag': { IfMatch: wrongEtag },
  'If-Match with any': { IfMatch: '*' },
  'If-None-Match with the ETag': { IfNoneMatch: helloEtag },
  'If-None-Match with another ETag': { IfNoneMatch: wrongEtag },
  'If-Modified-Since the past': { IfModifiedSince: past },
  'If-Unmodified-Since the past': { IfUnmodifiedSince: past },
  'If-Unmodified-Since the future': { IfUnmodifiedSince: future },
  'If-Match with the ETag, and If-Unmodified-Since the past': { IfMatch: helloEtag, IfUnmodifiedSince: past },
  'If-None-Match with another ETag, and If-Modified-Since the future': {
    IfNoneMatch: wrongEtag,
    IfModifiedSince: future,
  },
};
const writeConditions = {
  'If-None-Match with any': { IfNoneMatch: '*' },
  'If-None-Match with an ETag': { IfNoneMatch: wrongEtag },
  'If-Match with the ETag': { IfMatch: helloEtag },
  'If-Match with the ETag without quotes': { IfMatch: helloEtag.replaceAll('"', '') },
  'If-Match with another ETag': { IfMatch: wrongEtag },
  'If-Match with any': { IfMatch: '*' },
};
const listed = ['list/a', 'list/b/1', 'list/b/2', 'list/c/1', 'list/d', 'list/ä', 'list/B', 'list/b.txt'];

export const objectProbes: Probe<S3>[] = [
  probeS3('an object', put('object'), get('object'), head('object')),
  probeS3('an empty object', put('empty', ''), get('empty'), head('empty')),
  probeS3(
    'headers of an object',
    put('headers', 'x', {
      ContentType: 'text/plain; charset=utf-8',
      CacheControl: 'max-age=1',
      ContentDisposition: 'attachment; filename="a.txt"',
      ContentEncoding: 'gzip',
      ContentLanguage: 'en',
      Expires: future,
      Metadata: { Name: 'Ana', 'other-name': 'b' },
    }),
    head('headers'),
    copy('headers', 'headers-copy'),
    head('headers-copy'),
    copy('headers', 'headers-replaced', {
      MetadataDirective: 'REPLACE',
      ContentType: 'image/png',
      Metadata: { more: 'c' },
    }),
    head('headers-replaced'),
    put('headers', 'y'),
    head('headers'),
  ),
  probeS3(
    'headers that a reader chooses',
    put('chosen'),
    get('chosen', {
      ResponseContentType: 'text/html',
      ResponseContentDisposition: 'attachment',
      ResponseCacheControl: 'no-store',
    }),
  ),
  ...keys.map((key) =>
    probeS3(
      `key ${key.length > 50 ? `of ${Buffer.byteLength(key)} bytes in ${key.length} characters` : key}`,
      put(key),
      get(key),
      copy(key, 'copy-of-key'),
      remove(key),
      get(key),
    ),
  ),
  {
    name: 'checksum of an object',
    async run(s3) {
      const object = { Bucket, Key: 'checksum' };
      const written = await s3.putObject({ ...object, Body: 'hello', ChecksumAlgorithm: 'CRC32' });
      const read = await s3.headObject({ ...object, ChecksumMode: 'ENABLED' });
      return [written, read].map(({ ChecksumCRC32 }) => ChecksumCRC32);
    },
  },
  probeS3(
    'right and wrong checksums',
    put('checksum', 'hello', { ContentMD5: 'XUFAKrxLKna5cZ2REBfFkg==' }),
    put('checksum', 'changed', { ContentMD5: 'AAAAAAAAAAAAAAAAAAAAAA==' }),
    put('checksum', 'changed', { ChecksumCRC32: 'AAAAAA==' }),
    get('checksum'),
  ),
  probeS3('writes the object of the ranges', put('ranged')),
  ...ranges.flatMap((Range) => [
    probeS3(`range ${Range}`, get('ranged', { Range }), head('ranged', { Range })),
  ]),
  probeS3(
    'range of an empty object',
    put('empty', ''),
    get('empty', { Range: 'bytes=0-' }),
    get('empty', { Range: 'bytes=0-0' }),
  ),
  ...Object.entries(readConditions).map(([name, conditions]) =>
    probeS3(`read with ${name}`, put('read'), get('read', conditions), head('read', conditions)),
  ),
  ...Object.entries(readConditions).map(([name, conditions]) =>
    probeS3(`read of a missing object with ${name}`, get('no-object', conditions)),
  ),
  ...Object.entries(writeConditions).flatMap(([name, conditions]) => [
    probeS3(`overwrite with ${name}`, put('written'), put('written', 'changed', conditions), get('written')),
    probeS3(`creation with ${name}`, remove('created'), put('created', 'hello', conditions), get('created')),
  ]),
  ...Object.entries({
    'If-Match with the ETag': { CopySourceIfMatch: helloEtag },
    'If-Match with another ETag': { CopySourceIfMatch: wrongEtag },
    'If-None-Match with the ETag': { CopySourceIfNoneMatch: helloEtag },
    'If-None-Match with another ETag': { CopySourceIfNoneMatch: wrongEtag },
  }).map(([name, conditions]) =>
    probeS3(
      `copy with ${name} of the source`,
      put('source'),
      remove('target'),
      copy('source', 'target', conditions),
      get('target'),
    ),
  ),
  probeS3(
    'copy to a target with If-None-Match',
    put('source'),
    put('target'),
    copy('source', 'target', { IfNoneMatch: '*' }),
  ),
  probeS3(
    'copy to a target with If-Match',
    put('source'),
    put('target'),
    copy('source', 'target', { IfMatch: wrongEtag }),
  ),
  probeS3('copy onto itself', put('source'), copy('source', 'source')),
  probeS3(
    'copy onto itself with new headers',
    put('source'),
    copy('source', 'source', { MetadataDirective: 'REPLACE', ContentType: 'text/plain' }),
    head('source'),
  ),
  probeS3('copy of a missing object', copy('no-object', 'target')),
  probeS3('copy from a missing bucket', (s3) =>
    s3.copyObject({ Bucket, Key: 'target', CopySource: 'no-such-bucket/a' }),
  ),
  probeS3('a missing object', get('no-object'), head('no-object'), remove('no-object')),
  probeS3(
    'a missing bucket',
    (s3) => s3.putObject({ Bucket: 'no-such-bucket', Key: 'a', Body: '' }),
    (s3) => s3.getObject({ Bucket: 'no-such-bucket', Key: 'a' }),
    (s3) => s3.headObject({ Bucket: 'no-such-bucket', Key: 'a' }),
    (s3) => s3.listObjectsV2({ Bucket: 'no-such-bucket' }),
    (s3) => s3.headBucket({ Bucket: 'no-such-bucket' }),
    (s3) => s3.deleteObject({ Bucket: 'no-such-bucket', Key: 'a' }),
    (s3) => s3.createMultipartUpload({ Bucket: 'no-such-bucket', Key: 'a' }),
  ),
  probeS3(
    'deletes several objects',
    put('delete-a'),
    put('delete-b'),
    (s3) =>
      s3.deleteObjects({
        Bucket,
        Delete: { Objects: [{ Key: 'delete-a' }, { Key: 'delete-b' }, { Key: 'no-object' }] },
      }),
    (s3) => s3.deleteObjects({ Bucket, Delete: { Objects: [{ Key: 'delete-a' }], Quiet: true } }),
    get('delete-a'),
  ),
  probeS3('deletes no objects', (s3) => s3.deleteObjects({ Bucket, Delete: { Objects: [] } })),
  probeS3('deletes 1,001 objects', (s3) =>
    s3.deleteObjects({
      Bucket,
      Delete: { Objects: Array.from({ length: 1001 }, (_, index) => ({ Key: `many-${index}` })) },
    }),
  ),
  probeS3('writes the listed objects', ...listed.map((key) => put(key))),
  probeS3('list by prefix', list({ Prefix: 'list/' })),
  probeS3('list by prefix and delimiter', list({ Prefix: 'list/', Delimiter: '/' })),
  probeS3('list by a delimiter of two characters', list({ Prefix: 'list/', Delimiter: '/1' })),
  probeS3('list of nothing', list({ Prefix: 'nothing/' })),
  probeS3('list of the first', list({ Prefix: 'list/', MaxKeys: 2 })),
  probeS3('list of the first with delimiter', list({ Prefix: 'list/', Delimiter: '/', MaxKeys: 3 })),
  probeS3('list of zero', list({ Prefix: 'list/', MaxKeys: 0 })),
  probeS3('list of more than 1,000', list({ Prefix: 'list/', MaxKeys: 2000 })),
  probeS3('list of a negative number', list({ MaxKeys: -1 })),
  probeS3('list after a key', list({ Prefix: 'list/', StartAfter: 'list/b' })),
  probeS3(
    'list after a key with delimiter',
    list({ Prefix: 'list/', Delimiter: '/', StartAfter: 'list/b/1' }),
  ),
  probeS3('list with encoded keys', list({ Prefix: 'list/', EncodingType: 'url' })),
  probeS3('list with a wrong token', list({ ContinuationToken: 'wrong token' })),
  probePages('pages of a list', {}),
  probePages('pages of a list with delimiter', { Delimiter: '/' }),
];

function probePages(name: string, more: { Delimiter?: string }): Probe<S3> {
  return {
    name,
    async run(s3) {
      const pages: unknown[] = [];
      let token: string | undefined;
      do {
        const page = await s3.listObjectsV2({
          Bucket,
          Prefix: 'list/',
          MaxKeys: 3,
          ContinuationToken: token,
          ...more,
        });
        pages.push({
          keys: page.Contents?.map(({ Key }) => Key),
          prefixes: page.CommonPrefixes?.map(({ Prefix }) => Prefix),
          count: page.KeyCount,
          isTruncated: page.IsTruncated,
        });
        token = page.NextContinuationToken;
      } while (token && pages.length < 10);
      return pages;
    },
  };
}
