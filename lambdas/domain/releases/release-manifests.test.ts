import { PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeManifest } from './release-manifests.ts';
import { manifestOf } from './test-release.ts';

const s3 = mockClient(S3Client);
const bucket = { s3: new S3Client({ region: 'us-east-1' }), bucket: 'builds' };
const manifest = manifestOf('1.2.0');

function rejectWritesWith(httpStatusCode: number, name: string) {
  s3.on(PutObjectCommand).rejects(
    new S3ServiceException({ name, $fault: 'client', $metadata: { httpStatusCode } }),
  );
}

beforeEach(() => {
  s3.reset();
});

describe('writeManifest', () => {
  it.each([
    ['a new manifest only if there is none', undefined, { IfNoneMatch: '*' }],
    ['only over the version that was read', '"1"', { IfMatch: '"1"' }],
  ])('writes %s', async (_, etag, condition) => {
    s3.on(PutObjectCommand).resolves({});
    await writeManifest(bucket, manifest, etag);
    const { input } = s3.commandCalls(PutObjectCommand)[0]?.args[0] ?? {};
    expect(input).toMatchObject({ Bucket: 'builds', Key: 'releases/1.2.0/release.json', ...condition });
    expect(JSON.parse(String(input?.Body))).toEqual(manifest);
  });

  it.each([
    [404, 'NoSuchKey'],
    [409, 'ConditionalRequestConflict'],
    [412, 'PreconditionFailed'],
  ])('throws `aborted` when S3 answers %i %s', async (httpStatusCode, name) => {
    rejectWritesWith(httpStatusCode, name);
    await expect(writeManifest(bucket, manifest, '"1"')).rejects.toMatchObject({ code: 'aborted' });
  });

  it.each([
    [403, 'AccessDenied'],
    [404, 'NoSuchBucket'],
  ])('rethrows another error of S3, such as %i %s', async (httpStatusCode, name) => {
    rejectWritesWith(httpStatusCode, name);
    await expect(writeManifest(bucket, manifest, '"1"')).rejects.toMatchObject({ name });
  });
});
