import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it, vi } from 'vitest';
import { manifestOf } from '../../../lambdas/domain/releases/test-release.ts';
import { awaitRelease } from './await-release.ts';

const s3 = mockClient(S3Client);
const manifest = manifestOf('1.2.0');
const options = {
  from: { s3: new S3Client({}), bucket: 'builds' },
  siteUrl: 'https://site.test',
  manifest,
  attempts: 5,
};

/** A site that verifies the manifest before the check with this number, and offers it one check later. */
function siteThatVerifies(live: typeof manifest, atCheck: number) {
  let checks = 0;
  const read = () => ({
    Body: {
      transformToString: async () =>
        JSON.stringify({ releases: checks >= atCheck ? { '1.2.0': { manifest: live } } : {} }),
    },
  });
  s3.on(GetObjectCommand).callsFake(read);
  vi.stubGlobal('fetch', async () => new Response(checks > atCheck ? '[{"version":"1.2.0"}]' : '[]'));
  return {
    async pause() {
      checks += 1;
    },
    checks: () => checks,
  };
}

it('waits until the files are verified and visitors get the release', async () => {
  const { pause, checks } = siteThatVerifies(manifest, 2);
  await awaitRelease({ ...options, pause });
  expect(checks()).toBe(3);
});

it('waits for the notes that were just uploaded, and then says where to look', async () => {
  const { pause } = siteThatVerifies({ ...manifest, notes: 'Older notes.' }, 0);
  await expect(awaitRelease({ ...options, pause })).rejects.toThrow('the team got an email with the reason');
});
