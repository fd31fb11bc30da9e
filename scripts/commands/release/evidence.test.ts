import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it, vi } from 'vitest';
import { archiveKeys } from './evidence.ts';

const s3 = mockClient(S3Client);
const to = { s3: new S3Client({}), bucket: 'builds' };

it('stores the keys that the site publishes', async () => {
  s3.on(PutObjectCommand).resolves({});
  const keys = { keys: [{ kid: 'key-1' }] };
  const headers = { 'content-type': 'application/jwk-set+json' };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(keys), { headers }));
  expect(await archiveKeys(to, '1.2.0', 'https://site.test')).toBe(
    '/updates/evidence/1.2.0/license-keys.json',
  );
  const [put] = s3.commandCalls(PutObjectCommand);
  expect(put?.args[0].input).toMatchObject({ Bucket: 'builds', Body: JSON.stringify(keys) });
});

it('stores no page of an error as keys', async () => {
  s3.reset();
  vi.stubGlobal('fetch', async () => new Response('<!doctype html>', { status: 404 }));
  await expect(archiveKeys(to, '1.2.0', 'https://site.test')).rejects.toThrow(
    'does not publish its license keys',
  );
  expect(s3.calls()).toEqual([]);
});
