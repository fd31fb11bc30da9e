import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { manifestOf } from '../domain/releases/test-release.ts';
import { deliver } from '../platform/test-event.ts';

const sent = vi.fn();
vi.mock('../domain/mail/mail-once.ts', () => ({ mailOnce: () => sent }));
const mailings = {
  discardUnsent: vi.fn(async () => {}),
  pauseNow: vi.fn(async () => false),
  add: vi.fn(),
  write: vi.fn(async () => true),
};
vi.mock('../domain/mailings/mailing-store.ts', () => ({ mailingStore: () => mailings }));
const s3 = mockClient(S3Client);
const { handler } = await import('./handler.ts');

/** The objects in the bucket. */
let objects: Record<string, string>;
const key = 'releases/1.2.0-beta.1/release.json';
const uploaded = (sequencer = '1', file = key) =>
  deliver(
    handler,
    { bucket: { name: 'builds' }, object: { key: file, size: 5, etag: 'x', sequencer } },
    { awsRequestId: 'request-1', type: 'Object Created' },
  );

beforeEach(() => {
  objects = {};
  sent.mockReset();
  s3.reset();
  s3.on(GetObjectCommand).callsFake(({ Key }) => {
    const text = objects[Key];
    if (text === undefined) throw new NoSuchKey({ message: 'No such key.', $metadata: {} });
    return {
      Body: Object.assign(Readable.from([text]), { transformToString: async () => text }),
      ETag: '"1"',
    };
  });
  s3.on(HeadObjectCommand).callsFake(({ Key }) => ({
    ContentLength: objects[Key]?.length,
    ETag: '"x"',
    VersionId: 'v1',
  }));
  s3.on(PutObjectCommand).callsFake(({ Key, Body }) => {
    objects[Key] = String(Body);
    return {};
  });
  s3.on(DeleteObjectCommand).resolves({});
});

/** Files with this text, and a manifest that names them. */
function putRelease(text: string): void {
  const manifest = manifestOf('1.2.0-beta.1', { channel: 'beta' });
  for (const [platform, build] of Object.entries(manifest.builds)) {
    delete build.updateArchive;
    // The checksums of "abc" in FIPS 180-4.
    Object.assign(build.installer, {
      sizeInBytes: 3,
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      sha512: '3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw==',
    });
    objects[`releases/1.2.0-beta.1/${platform}/${build.installer.fileName}`] = text;
  }
  objects[key] = JSON.stringify(manifest);
}

test('publishes a verified release on its channel', async () => {
  putRelease('abc');
  await uploaded();
  expect(objects['updates/beta.yml']).toContain('version: "1.2.0-beta.1"');
  expect(objects['updates/latest.yml']).toBeUndefined();
  expect(sent).not.toHaveBeenCalled();
});

test('publishes the files again after a deployment, which may add some', async () => {
  putRelease('abc');
  await uploaded();
  delete objects['updates/beta.yml'];
  await uploaded('1', 'build.json');
  expect(objects['updates/beta.yml']).toContain('version: "1.2.0-beta.1"');
});

test('takes back the mailing about a release that is withdrawn, and no other', async () => {
  putRelease('abc');
  await uploaded();
  expect(mailings.discardUnsent).not.toHaveBeenCalled();
  objects[key] = JSON.stringify({
    ...JSON.parse(objects[key] ?? ''),
    yankedAt: '2026-12-01T10:00:00.000Z',
  });
  await uploaded('2');
  expect(mailings.discardUnsent).toHaveBeenCalledExactlyOnceWith('release-1-2-0-beta-1');
  expect(mailings.pauseNow.mock.lastCall).toContain('release-1-2-0-beta-1');
});

test('sends an email to the team about a release that does not verify, and changes nothing', async () => {
  putRelease('abd');
  await uploaded();
  expect(s3.commandCalls(PutObjectCommand)).toEqual([]);
  const [{ to, mail }] = sent.mock.lastCall ?? [];
  expect(to).toBe('team@site.test');
  expect(mail.subject).toBe('Release 1.2.0-beta.1 was rejected');
  expect(mail.text).toContain('win-x64/App-1.2.0-beta.1.exe has a different SHA-256 than release.json says.');
});

test('sends another email for another upload, and one for a repeated event', async () => {
  putRelease('abd');
  for (const sequencer of ['1', '1', '2']) await uploaded(sequencer);
  const [first, again, second] = sent.mock.calls.map(([{ idempotencyKey }]) => idempotencyKey);
  expect(again).toBe(first);
  expect(second).not.toBe(first);
});

test('fails while the bucket cannot be reached, so that the event is retried', async () => {
  s3.on(GetObjectCommand).rejects(new Error('away'));
  await expect(uploaded()).rejects.toThrow('away');
  expect(sent).not.toHaveBeenCalled();
});
