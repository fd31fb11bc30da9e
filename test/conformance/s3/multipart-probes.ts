import type { CompletedPart, CompleteMultipartUploadCommandInput, S3 } from '@aws-sdk/client-s3';
import type { SdkAnswer } from '../answer.ts';
import type { Probe } from '../comparison.ts';
import { plainBucket as Bucket } from './buckets.ts';
import { comparableAnswer } from './s3-answers.ts';

type LateCall = () => Promise<SdkAnswer>;
interface OpenUpload {
  s3: S3;
  Key: string;
  UploadId: string;
  part(PartNumber: number, Body: string): Promise<CompletedPart>;
  complete(Parts: CompletedPart[], more?: Partial<CompleteMultipartUploadCommandInput>): Promise<SdkAnswer>;
}

const probe = (name: string, run: (upload: OpenUpload) => Promise<LateCall[]>): Probe<S3> => ({
  name: `multipart: ${name}`,
  async run(s3) {
    const Key = `multipart/${name.replaceAll(/[^\w]+/g, '-')}`;
    const created = await s3.createMultipartUpload({
      Bucket,
      Key,
      ContentType: 'text/plain',
      Metadata: { a: 'b' },
      ChecksumAlgorithm: 'CRC32',
    });
    const UploadId = String(created.UploadId);
    const answers: unknown[] = [];
    const calls = await run({
      s3,
      Key,
      UploadId,
      async part(PartNumber, Body) {
        const { ETag, ChecksumCRC32 } = await s3.uploadPart({ Bucket, Key, UploadId, PartNumber, Body });
        return { PartNumber, ETag, ChecksumCRC32 };
      },
      complete: (Parts, more = {}) =>
        s3.completeMultipartUpload({ Bucket, Key, UploadId, MultipartUpload: { Parts }, ...more }),
    });
    for (const call of calls) answers.push(await comparableAnswer(call()));
    await s3.abortMultipartUpload({ Bucket, Key, UploadId }).catch(() => {});
    return answers;
  },
});

const fiveMegabytes = 'x'.repeat(5 * 1024 * 1024);

export const multipartProbes: Probe<S3>[] = [
  probe('two parts', async ({ s3, Key, part, complete }) => {
    const parts = [await part(1, fiveMegabytes), await part(2, 'end')];
    await complete(parts);
    return [
      () => s3.headObject({ Bucket, Key }),
      () => s3.getObject({ Bucket, Key, Range: 'bytes=5242878-' }),
      () => s3.headObject({ Bucket, Key, ChecksumMode: 'ENABLED' }),
    ];
  }),
  probe('completion', async ({ part, complete }) => [async () => complete([await part(1, 'only')])]),
  probe('completion twice', async ({ part, complete }) => {
    const parts = [await part(1, 'only')];
    await complete(parts);
    return [() => complete(parts)];
  }),
  probe('headers', async ({ s3, Key, part, complete }) => {
    await complete([await part(1, 'a')]);
    return [() => s3.headObject({ Bucket, Key })];
  }),
  probe('part replaced', async ({ s3, Key, part, complete }) => {
    const first = await part(1, 'first');
    const second = await part(1, 'second');
    return [() => complete([first]), () => complete([second]), () => s3.getObject({ Bucket, Key })];
  }),
  probe('small part', async ({ part, complete }) => [
    async () => complete([await part(1, 'small'), await part(2, 'end')]),
  ]),
  probe('wrong order', async ({ part, complete }) => {
    const parts = [await part(1, fiveMegabytes), await part(2, fiveMegabytes)];
    return [() => complete(parts.toReversed())];
  }),
  probe('gap between the numbers', async ({ part, complete }) => [
    async () => complete([await part(3, fiveMegabytes), await part(7, 'end')]),
  ]),
  probe('unknown part', async ({ part, complete }) => {
    const one = await part(1, 'a');
    return [
      () => complete([{ ...one, PartNumber: 2 }]),
      () => complete([{ ...one, ETag: '"00000000000000000000000000000000"' }]),
      () => complete([{ ...one, ChecksumCRC32: 'AAAAAA==' }]),
      () => complete([{ PartNumber: 1, ETag: one.ETag }]),
    ];
  }),
  probe('no parts', async ({ complete }) => [() => complete([])]),
  probe('some of the parts', async ({ s3, Key, part, complete }) => {
    await part(1, 'a');
    await complete([await part(2, 'b')]);
    return [() => s3.getObject({ Bucket, Key })];
  }),
  probe('part numbers', async ({ s3, Key, UploadId }) =>
    [0, 1, 10_000, 10_001].map(
      (PartNumber) => () => s3.uploadPart({ Bucket, Key, UploadId, PartNumber, Body: 'a' }),
    ),
  ),
  probe('list of parts', async ({ s3, Key, UploadId, part }) => {
    await part(2, 'b');
    await part(1, 'a');
    return [
      () => s3.listParts({ Bucket, Key, UploadId }),
      () => s3.listParts({ Bucket, Key, UploadId, MaxParts: 1 }),
      () => s3.listParts({ Bucket, Key, UploadId, PartNumberMarker: '1' }),
    ];
  }),
  probe('list of uploads', async ({ s3, Key }) => [
    () => s3.listMultipartUploads({ Bucket, Prefix: Key }),
    () => s3.listMultipartUploads({ Bucket, Prefix: 'nothing/' }),
  ]),
  probe('abort', async ({ s3, Key, UploadId, part, complete }) => {
    const parts = [await part(1, 'a')];
    const aborted = () => s3.abortMultipartUpload({ Bucket, Key, UploadId });
    return [
      aborted,
      () => complete(parts),
      () => s3.abortMultipartUpload({ Bucket, Key, UploadId }),
      () => s3.uploadPart({ Bucket, Key, UploadId, PartNumber: 1, Body: 'a' }),
      () => s3.listParts({ Bucket, Key, UploadId }),
      () => s3.getObject({ Bucket, Key }),
    ];
  }),
  probe('abort after the completion', async ({ s3, Key, UploadId, part, complete }) => {
    await complete([await part(1, 'a')]);
    return [() => s3.abortMultipartUpload({ Bucket, Key, UploadId }), () => s3.getObject({ Bucket, Key })];
  }),
  probe('unknown upload', async ({ s3, Key }) => [
    () => s3.uploadPart({ Bucket, Key, UploadId: 'unknown', PartNumber: 1, Body: 'a' }),
    () => s3.listParts({ Bucket, Key, UploadId: 'unknown' }),
    () => s3.abortMultipartUpload({ Bucket, Key, UploadId: 'unknown' }),
  ]),
  probe('upload of another key', async ({ s3, UploadId }) => [
    () => s3.uploadPart({ Bucket, Key: 'other-key', UploadId, PartNumber: 1, Body: 'a' }),
  ]),
  probe('If-None-Match for a new object', async ({ part, complete }) => [
    async () => complete([await part(1, 'a')], { IfNoneMatch: '*' }),
  ]),
  probe('If-None-Match for an existing object', async ({ s3, Key, part, complete }) => {
    await s3.putObject({ Bucket, Key, Body: 'before' });
    const refused = async () => complete([await part(1, 'a')], { IfNoneMatch: '*' });
    return [refused, () => s3.getObject({ Bucket, Key })];
  }),
  probe('If-Match with another ETag', async ({ s3, Key, part, complete }) => {
    await s3.putObject({ Bucket, Key, Body: 'before' });
    const refused = async () =>
      complete([await part(1, 'a')], { IfMatch: '"00000000000000000000000000000000"' });
    return [refused, () => s3.getObject({ Bucket, Key })];
  }),
  probe('If-Match with the ETag', async ({ s3, Key, part, complete }) => {
    const { ETag } = await s3.putObject({ Bucket, Key, Body: 'before' });
    const completed = async () => complete([await part(1, 'a')], { IfMatch: ETag });
    return [completed, () => s3.getObject({ Bucket, Key })];
  }),
  probe('If-Match for a missing object', async ({ part, complete }) => [
    async () => complete([await part(1, 'a')], { IfMatch: '"00000000000000000000000000000000"' }),
  ]),
  probe('wrong checksum of a part', async ({ s3, Key, UploadId }) => [
    () =>
      s3.uploadPart({
        Bucket,
        Key,
        UploadId,
        PartNumber: 1,
        Body: 'a',
        ContentMD5: 'AAAAAAAAAAAAAAAAAAAAAA==',
      }),
  ]),
  {
    name: 'multipart: checksums',
    async run(s3) {
      const upload = { Bucket, Key: 'multipart/checksums' };
      const { UploadId } = await s3.createMultipartUpload({ ...upload, ChecksumAlgorithm: 'CRC32' });
      const part = await s3.uploadPart({ ...upload, UploadId, PartNumber: 1, Body: 'a' });
      const { Parts } = await s3.listParts({ ...upload, UploadId });
      return [part.ChecksumCRC32, Parts?.map(({ ChecksumCRC32 }) => ChecksumCRC32)];
    },
  },
  {
    name: 'multipart: a checksum that was not declared',
    async run(s3) {
      const upload = { Bucket, Key: 'multipart/undeclared' };
      const { UploadId } = await s3.createMultipartUpload(upload);
      return comparableAnswer(s3.uploadPart({ ...upload, UploadId, PartNumber: 1, Body: 'a' }));
    },
  },
];
