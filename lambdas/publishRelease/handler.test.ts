import {
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Context, EventBridgeEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';

vi.stubEnv('BUILDS_BUCKET', 'builds');
vi.stubEnv('SITE_URL', 'https://site.test');
vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'SILENT');
const s3 = mockClient(S3Client);
const { handler } = await import('./handler.ts');

const file = { fileName: 'build.zip', sizeInBytes: 300, sha256: 'a'.repeat(64) };
const manifest = {
  version: '1.2.0-beta.1',
  date: '2025-09-01T00:00:00Z',
  files: { 'mac-arm64': file, 'mac-x64': file, 'win-x64': file },
};
const holding = (content: unknown) =>
  ({ Body: { transformToString: async () => JSON.stringify(content) } }) as never;
const uploaded = (key: string) =>
  handler(
    { id: 'event-1', detail: { bucket: { name: 'builds' }, object: { key, size: 5 } } } as EventBridgeEvent<
      string,
      unknown
    >,
    {} as Context,
  );

beforeEach(() => {
  s3.reset();
  s3.on(GetObjectCommand).rejects(new NoSuchKey({ message: 'No such key.', $metadata: {} }));
  s3.on(GetObjectCommand, { Key: 'releases/1.2.0-beta.1/release.json' }).resolves(holding(manifest));
  s3.on(HeadObjectCommand).resolves({ ContentLength: 300 });
  s3.on(PutObjectCommand).resolves({});
});

test('an uploaded manifest makes its version the current one', async () => {
  await uploaded('releases/1.2.0-beta.1/release.json');
  const [put] = s3.commandCalls(PutObjectCommand);
  expect(put?.args[0].input).toMatchObject({ Bucket: 'builds', Key: 'version.json' });
  expect(JSON.parse(String(put?.args[0].input.Body))).toMatchObject({ version: '1.2.0-beta.1' });
});

test('the event of an older release, come late, changes nothing', async () => {
  const newer = { ...manifest, version: '1.2.0', date: '2025-10-01T00:00:00Z' };
  s3.on(GetObjectCommand, { Key: 'version.json' }).resolves(holding({ version: '1.2.0' }));
  s3.on(GetObjectCommand, { Key: 'releases/1.2.0/release.json' }).resolves(holding(newer));
  await uploaded('releases/1.2.0-beta.1/release.json');
  expect(s3.commandCalls(PutObjectCommand)).toEqual([]);
});

test('an incomplete release is done with: repeating the event would not complete it', async () => {
  s3.on(HeadObjectCommand).rejects(new NotFound({ message: 'No.', $metadata: {} }));
  await expect(uploaded('releases/1.2.0-beta.1/release.json')).resolves.toBeUndefined();
  expect(s3.commandCalls(PutObjectCommand)).toEqual([]);
});

test('what is no manifest fails, and ends as a dead letter', async () => {
  s3.on(GetObjectCommand).resolves(holding({ version: 'tomorrow' }));
  await expect(uploaded('releases/1.2.0-beta.1/release.json')).rejects.toThrow();
  expect(s3.commandCalls(PutObjectCommand)).toEqual([]);
});
