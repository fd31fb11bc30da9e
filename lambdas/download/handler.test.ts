import { GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { send } from '../platform/test-request.ts';

vi.stubEnv('BUILDS_BUCKET', 'builds');
vi.stubEnv('AWS_REGION', 'us-east-1');
vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIATEST');
vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'SILENT');
const s3 = mockClient(S3Client);
const { handler } = await import('./handler.ts');

const file = { fileName: 'setup.exe', sizeInBytes: 300, sha256: 'a'.repeat(64) };
const manifest = {
  version: '1.2.0',
  date: '2025-09-01T00:00:00Z',
  files: { 'mac-arm64': file, 'mac-x64': file, 'win-x64': file },
};
const holding = (content: unknown) =>
  ({ Body: { transformToString: async () => JSON.stringify(content) } }) as never;
const download = (data: object, claims?: object) => send(handler, { data, claims });
const caller = { sub: 'user-1', token_use: 'access' };

beforeEach(() => {
  s3.reset();
  s3.on(GetObjectCommand, { Key: 'version.json' }).resolves(holding({ version: '1.2.0' }));
  s3.on(GetObjectCommand, { Key: 'releases/1.2.0/release.json' }).resolves(holding(manifest));
});

test('anybody signed in gets a link into the builds bucket', async () => {
  const { statusCode, result } = await download({ platform: 'win-x64' }, caller);
  expect(statusCode).toBe(200);
  expect(result).toMatchObject({ fileName: 'setup.exe', version: '1.2.0', sizeInBytes: 300 });
  expect(result.url).toMatch(/builds.*\/releases\/1\.2\.0\/win-x64\/setup\.exe\?.*X-Amz-Signature=/);
});

test('nobody else gets one', async () => {
  expect(await download({ platform: 'win-x64' })).toMatchObject({ statusCode: 401 });
  expect(s3.calls()).toEqual([]);
});

test('before the first release the download is unavailable', async () => {
  s3.on(GetObjectCommand).rejects(new NoSuchKey({ message: 'No such key.', $metadata: {} }));
  expect(await download({ platform: 'win-x64' }, caller)).toMatchObject({
    statusCode: 503,
    error: { status: 'unavailable' },
  });
});
