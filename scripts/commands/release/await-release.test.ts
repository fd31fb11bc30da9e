import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it, vi } from 'vitest';
import { manifestOf } from '../../../lambdas/domain/releases/test-release.ts';
import { awaitRelease, isListed } from './await-release.ts';

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

it.each([
  ['1.5.0', '1.5.0-beta.1', false],
  ['1.5.0', '11.5.0', false],
  ['1.5.0', '1.5.0', true],
  ['1.5.0-beta.1', '1.5.0-beta.1', true],
])('looks for %s as a whole on a page with %s', async (version, shown, isFound) => {
  vi.stubGlobal('fetch', async () => new Response(`<h2 id="${shown}">${shown}</h2>`));
  expect(await isListed('https://site.test', version, '/changelog')).toBe(isFound);
});

it('gives up with advice while visitors get the earlier notes', async () => {
  const { pause } = siteThatVerifies({ ...manifest, notes: 'Older notes.' }, 0);
  await expect(awaitRelease({ ...options, pause })).rejects.toThrow('the team got an email with the reason');
});
