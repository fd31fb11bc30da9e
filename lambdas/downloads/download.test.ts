import { KMSClient, SignCommand } from '@aws-sdk/client-kms';
import { GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { liveReleaseOf, manifestOf } from '../domain/releases/test-release.ts';
import { exceedLimits } from '../platform/test-limits.ts';
import { send } from '../platform/test-request.ts';
import { compose } from './compose.ts';
import { download as operation } from './download.ts';

vi.stubEnv('SITE_URL', 'https://lorewright.example');
vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIATEST');
vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
const { recordMetric } = vi.hoisted(() => ({ recordMetric: vi.fn() }));
vi.mock('../platform/record-metric.ts', () => ({ recordMetric }));
const s3 = mockClient(S3Client);
const kms = mockClient(KMSClient);
const table = mockClient(DynamoDBDocumentClient);
vi.stubEnv('USER_POOL_ID', 'us-east-1_Pool');
const handler = operation(compose());

const record = { releases: { '1.2.0': liveReleaseOf(manifestOf('1.2.0')) } };
const holding = (content: unknown) =>
  ({ Body: { transformToString: async () => JSON.stringify(content) } }) as never;
const download = (data: object, claims?: object) => send(handler, { data, claims });
const caller = { sub: 'user-1', token_use: 'access' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-09-01T23:59:59Z') });
  recordMetric.mockClear();
  table.reset();
  table.on(UpdateCommand).resolves({});
  kms.reset();
  kms.on(SignCommand).resolves({ Signature: Buffer.from('signature') });
  s3.reset();
  s3.on(GetObjectCommand, { Key: 'releases/live.json' }).resolves(holding(record));
  return () => vi.useRealTimers();
});

test('returns a signed link to a signed-in user', async () => {
  const { statusCode, result } = await download({ platform: 'win-x64' }, caller);
  expect(statusCode).toBe(200);
  expect(result).toMatchObject({ fileName: 'App-1.2.0.exe', version: '1.2.0', sizeInBytes: 300 });
  expect(result.url).toMatch(
    /^https:\/\/lorewright\.example\/releases\/1\.2\.0\/win-x64\/App-1\.2\.0\.exe\?.*&Signature=c2lnbmF0dXJl&/,
  );
});

test('counts a download by version, platform and day, without the user', async () => {
  await download({ platform: 'win-x64' }, caller);
  const [limit, update] = table.commandCalls(UpdateCommand).map(({ args }) => args[0].input);
  expect(limit?.TableName).toBe('Limits');
  expect(update).toMatchObject({
    TableName: 'Downloads',
    Key: { version: '1.2.0', sortKey: 'win-x64#2025-09-01' },
    UpdateExpression: 'ADD downloads :one',
  });
  expect(JSON.stringify(update)).not.toContain('user-1');
  expect(recordMetric.mock.calls).toEqual([['Downloads', { platform: 'win-x64', version: '1.2.0' }]]);
});

test('returns the link even when it cannot be counted', async () => {
  table.on(UpdateCommand, { TableName: 'Downloads' }).rejects(new Error('ThrottlingException'));
  expect(await download({ platform: 'win-x64' }, caller)).toMatchObject({ statusCode: 200 });
  expect(recordMetric).not.toHaveBeenCalled();
});

test('returns no link without a sign-in', async () => {
  expect(await download({ platform: 'win-x64' })).toMatchObject({ statusCode: 401 });
  expect(s3.calls()).toEqual([]);
  expect(table.calls()).toEqual([]);
});

test('refuses more downloads than an account may start, and says when to try again', async () => {
  exceedLimits(table);
  const refused = await download({ platform: 'win-x64' }, caller);
  expect(refused).toMatchObject({ statusCode: 429, error: { status: 'resource-exhausted' } });
  expect(refused.error.message).toMatch(/^You have started too many downloads\. Try again in/);
  expect(table.commandCalls(UpdateCommand, { TableName: 'Downloads' })).toEqual([]);
  expect(kms.calls()).toEqual([]);
});

test('answers not-found and counts nothing before the first release', async () => {
  s3.on(GetObjectCommand).rejects(new NoSuchKey({ message: 'No such key.', $metadata: {} }));
  expect(await download({ platform: 'win-x64' }, caller)).toMatchObject({
    statusCode: 404,
    error: { status: 'not-found' },
  });
  expect(table.calls()).toEqual([]);
});
