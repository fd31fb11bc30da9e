import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, test } from 'vitest';
import { releaseStore } from './release-store.ts';
import { manifestOf } from './test-release.ts';

const s3 = mockClient(S3Client);
const credentials = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' };
const releases = releaseStore(new S3Client({ region: 'us-east-1', credentials }), 'builds');
const manifest = manifestOf('1.2.0');

const holding = (content: unknown) =>
  ({ Body: { transformToString: async () => JSON.stringify(content) }, ETag: '"1"' }) as never;
const noSuchKey = new NoSuchKey({ message: 'No such key.', $metadata: {} });

beforeEach(() => {
  s3.reset();
});

describe('the record of live releases', () => {
  test('is empty before the first release', async () => {
    s3.on(GetObjectCommand).rejects(noSuchKey);
    expect(await releases.liveRecord()).toEqual({ record: { releases: {} }, etag: undefined });
  });

  test('is an error when the bucket cannot be read', async () => {
    s3.on(GetObjectCommand).rejects(new Error('AccessDenied'));
    await expect(releases.liveRecord()).rejects.toThrow('AccessDenied');
  });

  test('is not written when another run was faster', async () => {
    s3.on(PutObjectCommand).rejects(
      new S3ServiceException({ name: 'X', $fault: 'client', $metadata: { httpStatusCode: 412 } }),
    );
    expect(await releases.replaceLiveRecord({ releases: {} }, '"1"')).toBe(false);
  });

  test('is an error when it cannot be written for another reason', async () => {
    s3.on(PutObjectCommand).rejects(new Error('AccessDenied'));
    await expect(releases.replaceLiveRecord({ releases: {} }, '"1"')).rejects.toThrow('AccessDenied');
  });
});

test('caches published files for ten seconds, and removes files without content', async () => {
  s3.on(PutObjectCommand).resolves({}).on(DeleteObjectCommand).resolves({});
  await releases.writePublished({
    'version.json': { contentType: 'application/json', body: '{}' },
    'updates/beta.yml': { contentType: 'text/yaml', body: undefined },
  });
  expect(s3.commandCalls(PutObjectCommand).map(({ args }) => args[0].input)).toEqual([
    {
      Bucket: 'builds',
      Key: 'version.json',
      Body: '{}',
      ContentType: 'application/json',
      CacheControl: 'public, max-age=10',
    },
  ]);
  expect(s3.commandCalls(DeleteObjectCommand).map(({ args }) => args[0].input)).toEqual([
    { Bucket: 'builds', Key: 'updates/beta.yml' },
  ]);
});

test('fails when a file cannot be written, after trying all others', async () => {
  s3.on(PutObjectCommand).resolves({}).on(DeleteObjectCommand).rejects(new Error('SlowDown'));
  const told = releases.writePublished({
    'updates/beta.yml': { contentType: 'text/yaml', body: undefined },
    'version.json': { contentType: 'application/json', body: '{}' },
  });
  await expect(told).rejects.toThrow('SlowDown');
  expect(s3.commandCalls(PutObjectCommand)).toHaveLength(1);
});

describe('a manifest', () => {
  test('is read from the folder of its version', async () => {
    s3.on(GetObjectCommand, { Key: 'releases/1.2.0/release.json' }).resolves(holding(manifest));
    expect(await releases.manifest('1.2.0')).toEqual(manifest);
  });

  test('may be missing', async () => {
    s3.on(GetObjectCommand).rejects(noSuchKey);
    expect(await releases.manifest('1.2.0')).toBeUndefined();
  });

  test('is an error if it is not valid', async () => {
    s3.on(GetObjectCommand).resolves(holding({ ...manifest, builds: {} }));
    await expect(releases.manifest('1.2.0')).rejects.toThrow('mac-arm64');
  });
});

describe('an object', () => {
  test('is described by the bucket', async () => {
    s3.on(HeadObjectCommand, { Bucket: 'builds', Key: 'a' }).resolves({
      ContentLength: 300,
      ETag: '"x"',
      VersionId: 'v1',
    });
    expect(await releases.describe('a')).toEqual({ sizeInBytes: 300, etag: '"x"', versionId: 'v1' });
  });

  test('may be missing', async () => {
    s3.on(HeadObjectCommand).rejects(new NotFound({ message: 'No.', $metadata: {} }));
    expect(await releases.describe('a')).toBeUndefined();
  });

  test('is an error when the bucket cannot be read', async () => {
    s3.on(HeadObjectCommand).rejects(new Error('AccessDenied'));
    await expect(releases.describe('a')).rejects.toThrow('AccessDenied');
  });

  test('is read completely, in the given version', async () => {
    s3.on(GetObjectCommand, { Key: 'a', VersionId: 'v1' }).resolves({
      Body: Readable.from([Buffer.from('a'), Buffer.from('bc')]) as never,
    });
    // The examples of FIPS 180-4.
    expect(await releases.checksums('a', { etag: '"x"', versionId: 'v1' })).toEqual({
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      sha512: Buffer.from(
        'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
        'hex',
      ).toString('base64'),
    });
  });
});
