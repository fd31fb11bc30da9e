import type { S3 } from '@aws-sdk/client-s3';
import type { SdkAnswer } from '../answer.ts';
import type { Probe } from '../comparison.ts';
import { versionedBucket as Bucket } from './buckets.ts';
import { comparableAnswer } from './s3-answers.ts';

/** Writes two versions of the object, and returns their ids. */
async function writeTwice(s3: S3, Key: string): Promise<[string, string]> {
  const first = await s3.putObject({ Bucket, Key, Body: 'first' });
  const second = await s3.putObject({ Bucket, Key, Body: 'second' });
  return [String(first.VersionId), String(second.VersionId)];
}

const probe = (name: string, run: (s3: S3, Key: string) => Promise<(() => Promise<SdkAnswer>)[]>) => ({
  name: `versions: ${name}`,
  async run(s3: S3) {
    const answers: unknown[] = [];
    for (const call of await run(s3, name.replaceAll(' ', '-'))) answers.push(await comparableAnswer(call()));
    return answers;
  },
});

const unknownId = '3HL4kqtJlcpXroDTDmJ.rmSpXd3dIbrH';

export const versionProbes: Probe<S3>[] = [
  probe('write and read', async (s3, Key) => {
    const [first] = await writeTwice(s3, Key);
    return [
      () => s3.putObject({ Bucket, Key, Body: 'third' }),
      () => s3.getObject({ Bucket, Key, VersionId: first }),
      () => s3.headObject({ Bucket, Key, VersionId: first }),
    ];
  }),
  probe('unknown version', async (s3, Key) => {
    await writeTwice(s3, Key);
    return [
      () => s3.getObject({ Bucket, Key, VersionId: unknownId }),
      () => s3.headObject({ Bucket, Key, VersionId: unknownId }),
      () => s3.getObject({ Bucket, Key, VersionId: 'null' }),
      () => s3.getObject({ Bucket, Key: 'no-object', VersionId: unknownId }),
    ];
  }),
  probe('delete marker', async (s3, Key) => {
    const [first] = await writeTwice(s3, Key);
    const deleted = await s3.deleteObject({ Bucket, Key });
    return [
      async () => deleted,
      () => s3.getObject({ Bucket, Key }),
      () => s3.headObject({ Bucket, Key }),
      () => s3.getObject({ Bucket, Key, VersionId: first }),
      () => s3.getObject({ Bucket, Key, VersionId: deleted.VersionId }),
      () => s3.headObject({ Bucket, Key, VersionId: deleted.VersionId }),
    ];
  }),
  probe('delete marker removed', async (s3, Key) => {
    await writeTwice(s3, Key);
    const { VersionId } = await s3.deleteObject({ Bucket, Key });
    const removed = await s3.deleteObject({ Bucket, Key, VersionId });
    return [async () => removed, () => s3.getObject({ Bucket, Key })];
  }),
  probe('version removed', async (s3, Key) => {
    const [first, second] = await writeTwice(s3, Key);
    const removed = await s3.deleteObject({ Bucket, Key, VersionId: second });
    return [
      async () => removed,
      () => s3.getObject({ Bucket, Key }),
      () => s3.getObject({ Bucket, Key, VersionId: second }),
      () => s3.getObject({ Bucket, Key, VersionId: first }),
    ];
  }),
  probe('delete of a missing object', async (s3, Key) => [() => s3.deleteObject({ Bucket, Key })]),
  probe('delete of an unknown version', async (s3, Key) => {
    await writeTwice(s3, Key);
    return [() => s3.deleteObject({ Bucket, Key, VersionId: unknownId })];
  }),
  probe('several deletes', async (s3, Key) => {
    const [first] = await writeTwice(s3, Key);
    const deleted = await s3.deleteObjects({
      Bucket,
      Delete: { Objects: [{ Key }, { Key, VersionId: first }] },
    });
    return [async () => deleted, () => s3.getObject({ Bucket, Key, VersionId: first })];
  }),
  probe('several deletes of a delete marker', async (s3, Key) => {
    await writeTwice(s3, Key);
    const { VersionId } = await s3.deleteObject({ Bucket, Key });
    return [() => s3.deleteObjects({ Bucket, Delete: { Objects: [{ Key, VersionId }] } })];
  }),
  probe('copy of a version', async (s3, Key) => {
    const [first] = await writeTwice(s3, Key);
    const copied = await s3.copyObject({
      Bucket,
      Key,
      CopySource: `${Bucket}/${Key}?versionId=${first}`,
    });
    return [async () => copied, () => s3.getObject({ Bucket, Key })];
  }),
  probe('conditions after a delete marker', async (s3, Key) => {
    await writeTwice(s3, Key);
    await s3.deleteObject({ Bucket, Key });
    return [
      () => s3.putObject({ Bucket, Key, Body: 'a', IfMatch: '"5d41402abc4b2a76b9719d911017c592"' }),
      () => s3.putObject({ Bucket, Key, Body: 'b', IfNoneMatch: '*' }),
    ];
  }),
  probe('multipart upload', async (s3, Key) => {
    const { UploadId } = await s3.createMultipartUpload({ Bucket, Key, ChecksumAlgorithm: 'CRC32' });
    const { ETag, ChecksumCRC32 } = await s3.uploadPart({
      Bucket,
      Key,
      UploadId,
      PartNumber: 1,
      Body: 'part',
    });
    return [
      () =>
        s3.completeMultipartUpload({
          Bucket,
          Key,
          UploadId,
          MultipartUpload: { Parts: [{ PartNumber: 1, ETag, ChecksumCRC32 }] },
        }),
    ];
  }),
];
