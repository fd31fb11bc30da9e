import {
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, test } from 'vitest';
import { releaseStore } from './release-store.ts';

const s3 = mockClient(S3Client);
const credentials = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' };
const releases = releaseStore(new S3Client({ region: 'us-east-1', credentials }), 'builds');

const file = { fileName: 'setup.exe', sizeInBytes: 300, sha256: 'a'.repeat(64) };
const manifest = {
  version: '1.2.0',
  date: '2025-09-01T00:00:00Z',
  files: { 'mac-arm64': file, 'mac-x64': file, 'win-x64': file },
};
const holding = (content: unknown) =>
  ({ Body: { transformToString: async () => JSON.stringify(content) } }) as never;
const noSuchKey = new NoSuchKey({ message: 'No such key.', $metadata: {} });

beforeEach(() => {
  s3.reset();
});

describe('the current version', () => {
  test('is what version.json says', async () => {
    s3.on(GetObjectCommand, { Bucket: 'builds', Key: 'version.json' }).resolves(
      holding({ version: '1.2.0' }),
    );
    expect(await releases.currentVersion()).toBe('1.2.0');
  });

  test('is none before the first release', async () => {
    s3.on(GetObjectCommand).rejects(noSuchKey);
    expect(await releases.currentVersion()).toBeUndefined();
  });

  test('is not guessed when the bucket cannot be read', async () => {
    s3.on(GetObjectCommand).rejects(new Error('AccessDenied'));
    await expect(releases.currentVersion()).rejects.toThrow('AccessDenied');
  });

  test('is written so that it is read again within a minute', async () => {
    s3.on(PutObjectCommand).resolves({});
    const version = { version: '1.2.0', mac: { arm64: 'a', x64: 'b' }, win: 'c' };
    await releases.setCurrent(version);
    expect(s3.commandCalls(PutObjectCommand)[0]?.args[0].input).toEqual({
      Bucket: 'builds',
      Key: 'version.json',
      Body: JSON.stringify(version),
      ContentType: 'application/json',
      CacheControl: 'public, max-age=60',
    });
  });
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

  test('that is none is an error', async () => {
    s3.on(GetObjectCommand).resolves(holding({ ...manifest, files: {} }));
    await expect(releases.manifest('1.2.0')).rejects.toThrow('mac-arm64');
  });
});

describe('the size of a file', () => {
  test('is what the bucket says', async () => {
    s3.on(HeadObjectCommand, { Bucket: 'builds', Key: 'a' }).resolves({ ContentLength: 300 });
    expect(await releases.sizeOf('a')).toBe(300);
  });

  test('is unknown when there is none', async () => {
    s3.on(HeadObjectCommand).rejects(new NotFound({ message: 'No.', $metadata: {} }));
    expect(await releases.sizeOf('a')).toBeUndefined();
  });

  test('is not guessed when the bucket cannot be read', async () => {
    s3.on(HeadObjectCommand).rejects(new Error('AccessDenied'));
    await expect(releases.sizeOf('a')).rejects.toThrow('AccessDenied');
  });
});

test('a link downloads one object under its own name, for as long as was said', async () => {
  const url = new URL(await releases.presign('releases/1.2.0/win-x64/My App (1).exe', 'My App (1).exe', 300));
  expect(decodeURIComponent(url.pathname)).toMatch(/releases\/1\.2\.0\/win-x64\/My App \(1\)\.exe$/);
  expect(url.host).toContain('builds');
  expect(url.searchParams.get('response-content-disposition')).toBe('attachment; filename="My App (1).exe"');
  expect(url.searchParams.get('X-Amz-Expires')).toBe('300');
  expect(url.searchParams.get('X-Amz-Signature')).toMatch(/^[0-9a-f]{64}$/);
});
