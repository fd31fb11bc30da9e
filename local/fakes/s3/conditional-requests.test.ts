import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startS3 } from './start-s3.ts';

// Comparisons with other implementations found these rules.

const Bucket = 'lorewright-builds';
const wrongEtag = '"00000000000000000000000000000000"';

let dir: string;
let fake: Awaited<ReturnType<typeof startS3>>;
let s3: S3;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 's3-'));
  fake = await startS3({
    dir,
    buckets: [Bucket],
    onObjectCreated: async () => {},
  });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  s3 = new S3({ region: 'eu-central-1', endpoint: fake.endpoint, credentials });
});
afterAll(async () => {
  s3.destroy();
  await fake.stop();
  await rm(dir, { recursive: true });
});

const write = async (Key: string, Body = 'before') => (await s3.putObject({ Bucket, Key, Body })).ETag;
const text = async (Key: string) => (await s3.getObject({ Bucket, Key })).Body?.transformToString();
const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no error',
    (error: Error) => error.name,
  );

describe('multipart uploads', () => {
  async function complete(Key: string, conditions: { IfMatch?: string; IfNoneMatch?: string }) {
    const { UploadId } = await s3.createMultipartUpload({ Bucket, Key, ChecksumAlgorithm: 'CRC32' });
    const part = await s3.uploadPart({ Bucket, Key, UploadId, PartNumber: 1, Body: 'after' });
    const Parts = [{ PartNumber: 1, ETag: part.ETag, ChecksumCRC32: part.ChecksumCRC32 }];
    return errorOf(
      s3.completeMultipartUpload({ Bucket, Key, UploadId, MultipartUpload: { Parts }, ...conditions }),
    );
  }

  it('are completed under the conditions of a write', async () => {
    const IfMatch = await write('conditions');
    expect(await complete('conditions', { IfNoneMatch: '*' })).toBe('PreconditionFailed');
    expect(await complete('conditions', { IfMatch: wrongEtag })).toBe('PreconditionFailed');
    expect(await text('conditions')).toBe('before');
    expect(await complete('conditions', { IfMatch })).toBe('no error');
    expect(await text('conditions')).toBe('after');
    expect(await complete('missing', { IfMatch })).toBe('NoSuchKey');
    expect(await complete('missing', { IfNoneMatch: '*' })).toBe('no error');
  });

  it('accept but do not store the checksums of parts when none is declared', async () => {
    const upload = { Bucket, Key: 'undeclared' };
    const { UploadId } = await s3.createMultipartUpload(upload);
    const { ETag, ChecksumCRC32 } = await s3.uploadPart({ ...upload, UploadId, PartNumber: 1, Body: 'a' });
    expect(ChecksumCRC32).toEqual(expect.any(String));
    const complete = (checksum: object) =>
      errorOf(
        s3.completeMultipartUpload({
          ...upload,
          UploadId,
          MultipartUpload: { Parts: [{ PartNumber: 1, ETag, ...checksum }] },
        }),
      );
    expect([await complete({ ChecksumCRC32 }), await complete({})]).toEqual(['InvalidPart', 'no error']);
  });
});

it('rejects a list with a token that it did not return', async () => {
  const list = (ContinuationToken: string) => errorOf(s3.listObjectsV2({ Bucket, ContinuationToken }));
  expect([await list('other'), await list('')]).toEqual(['InvalidArgument', 'InvalidArgument']);
});

it('rejects a deletion of no objects, and of more than 1,000', async () => {
  const remove = (count: number) =>
    errorOf(
      s3.deleteObjects({
        Bucket,
        Delete: { Objects: Array.from({ length: count }, (_, index) => ({ Key: String(index) })) },
      }),
    );
  expect([await remove(0), await remove(1001), await remove(1000)]).toEqual([
    'MalformedXML',
    'MalformedXML',
    'no error',
  ]);
});

it('rejects a long key for each operation', async () => {
  const Key = 'ü'.repeat(513);
  expect(await errorOf(s3.getObject({ Bucket, Key }))).toBe('KeyTooLongError');
  expect(await errorOf(s3.deleteObject({ Bucket, Key }))).toBe('KeyTooLongError');
});

it.each<[string, { IfMatch?: string; IfNoneMatch?: string }]>([
  ['If-Match: *', { IfMatch: '*' }],
  ['If-None-Match with an ETag', { IfNoneMatch: wrongEtag }],
  ['both conditions', { IfMatch: wrongEtag, IfNoneMatch: '*' }],
])('rejects a write with %s', async (_, conditions) => {
  await write('any');
  const put = (Key: string) => errorOf(s3.putObject({ Bucket, Key, Body: 'a', ...conditions }));
  expect([await put('any'), await put('missing-any')]).toEqual(['NotImplemented', 'NotImplemented']);
  expect(await text('any')).toBe('before');
});
