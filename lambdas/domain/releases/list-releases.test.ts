import { PutObjectCommand } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { releaseManifestKey, yankDecisionsKey } from '../../../contract/records/release.ts';
import { testBuckets } from '../../platform/test-buckets.ts';
import { listReleases } from './list-releases.ts';
import { offerReleases, writeLiveRecord } from './test-live-record.ts';
import { manifestOf } from './test-release.ts';

const builds = { s3: testBuckets('builds'), bucket: 'builds' };
const downloads = {
  totalsOf: async (version: string) => ({ 'mac-arm64': 0, 'mac-x64': 0, 'win-x64': version.length }),
};
const put = (key: string, body: string) =>
  builds.s3.send(new PutObjectCommand({ Bucket: 'builds', Key: key, Body: body }));

const promotedAt = '2025-10-02T00:00:00Z';
const yankedAt = '2025-10-03T00:00:00Z';
const promoted = manifestOf('1.0.0', { promotedAt });
const newer = manifestOf('1.1.0');
const yanked = manifestOf('1.2.0', { yankedAt });
const beta = manifestOf('1.3.0-beta.1', { channel: 'beta' });
const unverified = manifestOf('1.10.0');

test('lists all releases, newest first, with whether they are verified and which channels offer them', async () => {
  await offerReleases(builds, [promoted, newer, yanked, beta, unverified]);
  await writeLiveRecord(builds, [promoted, newer, yanked, beta]);
  await put(releaseManifestKey('1.5.0'), 'not a manifest');

  const { releases, unreadable, current } = await listReleases(builds, downloads);
  expect(unreadable).toEqual(['1.5.0']);
  expect(current).toEqual({ stable: '1.0.0', beta: '1.3.0-beta.1' });
  expect(releases.map(({ version }) => version)).toEqual([
    '1.10.0',
    '1.3.0-beta.1',
    '1.2.0',
    '1.1.0',
    '1.0.0',
  ]);
  expect(releases).toEqual([
    expect.objectContaining({ version: '1.10.0', isVerified: false, offeredTo: [], isOnly: false }),
    expect.objectContaining({ channel: 'beta', isVerified: true, offeredTo: ['beta'], isOnly: false }),
    expect.objectContaining({ version: '1.2.0', yankedAt, offeredTo: [], isOnly: false }),
    expect.objectContaining({ version: '1.1.0', isVerified: true, offeredTo: [], isOnly: false }),
    {
      version: '1.0.0',
      channel: 'stable',
      date: promoted.date,
      notes: promoted.notes,
      promotedAt,
      isVerified: true,
      offeredTo: ['stable'],
      isOnly: false,
      downloads: { 'mac-arm64': 0, 'mac-x64': 0, 'win-x64': 5 },
    },
  ]);
});

test('marks the last remaining release once the team has decided to yank the other one', async () => {
  await offerReleases(builds, [promoted, newer]);
  await put(yankDecisionsKey, JSON.stringify({ versions: ['1.0.0'] }));
  const { releases } = await listReleases(builds, downloads);
  expect(releases.find(({ version }) => version === '1.1.0')).toMatchObject({ isOnly: true });
});
