import { PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, it } from 'vitest';
import { releaseManifestKey } from '../../../contract/records/release.ts';
import { testBuckets } from '../../platform/test-buckets.ts';
import { promote } from './promote-release.ts';
import { readManifest } from './release-manifests.ts';
import { offerReleases } from './test-live-record.ts';
import { manifestOf } from './test-release.ts';

const builds = { s3: testBuckets('builds'), bucket: 'builds' };
const now = new Date('2026-11-25T10:00:00.000Z');

const versions = ['1.0.0', '1.1.0', '1.2.0'] as const;
const [oldest, older, newest] = versions;

beforeEach(async () => {
  await offerReleases(
    builds,
    versions.map((version) => manifestOf(version)),
  );
});

const promotedAt = async (version: string) => (await readManifest(builds, version))?.manifest?.promotedAt;

describe('promote with an expected current version', () => {
  it('promotes a release', async () => {
    await promote(builds, older, now, { current: newest });
    expect(await promotedAt(older)).toBe(now.toISOString());
  });

  it('rejects the second of two promotions, even before the site has processed the first', async () => {
    await promote(builds, oldest, now, { current: newest });
    await expect(promote(builds, older, now, { current: newest })).rejects.toMatchObject({
      code: 'aborted',
      message: expect.stringContaining(`The stable channel now offers ${oldest}.`),
    });
    expect(await promotedAt(older)).toBeUndefined();
  });

  it('can be undone before the site has processed it', async () => {
    await promote(builds, oldest, now, { current: newest });
    await promote(builds, newest, now, { current: oldest });
    expect(Date.parse((await promotedAt(newest)) ?? '')).toBeGreaterThan(now.getTime());
  });

  it('changes nothing when the request is repeated', async () => {
    await promote(builds, older, now, { current: newest });
    await promote(builds, older, new Date(now.getTime() + 1_000), { current: newest });
    expect(await promotedAt(older)).toBe(now.toISOString());
  });

  it('supports a rollback from a release whose release.json is not readable', async () => {
    await builds.s3.send(
      new PutObjectCommand({ Bucket: 'builds', Key: releaseManifestKey(newest), Body: 'damaged' }),
    );
    await promote(builds, older, now, { current: newest });
    expect(await promotedAt(older)).toBe(now.toISOString());
  });
});

describe('promote', () => {
  it('rejects a release that was yanked', async () => {
    const yankedAt = '2026-11-24T10:00:00.000Z';
    await offerReleases(builds, [manifestOf(older, { yankedAt }), manifestOf(newest)]);
    await expect(promote(builds, older, now, { current: undefined })).rejects.toMatchObject({
      code: 'aborted',
      message: expect.stringContaining(`${older} was withdrawn.`),
    });
    expect(await promotedAt(older)).toBeUndefined();
  });

  it('rejects an invalid version number', async () => {
    await expect(promote(builds, '1.0', now, { current: undefined })).rejects.toMatchObject({
      code: 'invalid-argument',
    });
  });

  it('rejects a version that does not exist', async () => {
    await expect(promote(builds, '9.0.0', now, { current: undefined })).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});
