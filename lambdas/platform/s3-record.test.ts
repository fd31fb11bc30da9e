import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { s3Record } from './s3-record.ts';
import { testBuckets } from './test-buckets.ts';

const s3 = testBuckets('site');
let records = 0;
const newRecord = () => s3Record<{ count: number }>(s3, 'site', `record-${++records}`);

test('is missing at first, then contains what was written', async () => {
  const record = newRecord();
  expect(await record.read()).toEqual({ record: undefined, etag: undefined });
  const etag = await record.replace({ count: 1 }, undefined);
  expect(await record.read()).toEqual({ record: { count: 1 }, etag });
});

test('is replaced by only one of several writers that read the same version', async () => {
  const record = newRecord();
  const first = await Promise.all([1, 2, 3].map((count) => record.replace({ count }, undefined)));
  const [etag, ...others] = first.filter(Boolean);
  expect(others).toEqual([]);
  const second = await Promise.all([4, 5, 6].map((count) => record.replace({ count }, etag)));
  expect(second.filter(Boolean)).toHaveLength(1);
  expect(await record.replace({ count: 7 }, etag)).toBeUndefined();
});

test('is not replaced after it was deleted', async () => {
  const record = newRecord();
  const etag = await record.replace({ count: 1 }, undefined);
  await s3.send(new DeleteObjectCommand({ Bucket: 'site', Key: `record-${records}` }));
  expect(await record.replace({ count: 2 }, etag)).toBeUndefined();
  expect(await record.read()).toEqual({ record: undefined, etag: undefined });
});
