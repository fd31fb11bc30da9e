import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { expect, onTestFinished, test } from 'vitest';
import { releaseManifestKey } from '../contract/records/release.ts';
import { publishRelease } from '../lambdas/domain/releases/publish-release.ts';
import { releaseStore } from '../lambdas/domain/releases/release-store.ts';
import { yank } from '../lambdas/domain/releases/yank-release.ts';
import { type LocalEndpoints, localS3 } from '../scripts/commands/stage/connect.ts';
import { startS3 } from './fakes/s3/start-s3.ts';
import { sampleVersion } from './sample-release.ts';
import { seedRelease } from './seed-release.ts';

const buildsBucket = 'builds';

/** A bucket for the test's duration, whose releases are published like on the site. */
async function openBuilds() {
  const dir = await mkdtemp(join(tmpdir(), 'seed-release-'));
  let siteUrl = '';
  let publications = 0;
  const s3 = await startS3({
    dir: join(dir, 'objects'),
    buckets: [buildsBucket],
    versionedBuckets: [{ name: buildsBucket, forgets: [] }],
    onObjectCreated: async ({ key }) => {
      if (key !== releaseManifestKey(sampleVersion)) return;
      const releases = releaseStore(client, buildsBucket);
      const dependencies = { releases, refresh: async () => {}, siteUrl };
      expect(await publishRelease(dependencies, sampleVersion, new Date())).toEqual([]);
      publications++;
    },
  });
  const client = localS3(s3.endpoint);
  onTestFinished(async () => {
    client.destroy();
    await s3.stop();
    await rm(dir, { recursive: true });
  });
  return {
    s3: client,
    async startAt(address: string) {
      siteUrl = address;
      const endpoints = { s3Endpoint: s3.endpoint, buildsBucket, siteUrl };
      await seedRelease(join(dir, 'sample-release'), endpoints as LocalEndpoints);
    },
    async read(key: string) {
      const object = await client.send(new GetObjectCommand({ Bucket: buildsBucket, Key: key }));
      return object.Body?.transformToString();
    },
    countPublications: () => publications,
  };
}

test('publishes the sample release once', async () => {
  const cloud = await openBuilds();
  await cloud.startAt('http://localhost:3000');
  await cloud.startAt('http://localhost:3000');
  expect(cloud.countPublications()).toBe(1);
});

test('publishes the releases again when the site has another address', async () => {
  const cloud = await openBuilds();
  await cloud.startAt('http://localhost:30001');
  await cloud.startAt('http://localhost:3000');
  for (const key of [
    'version.json',
    'updates/latest.yml',
    'updates/latest-mac.yml',
    'updates/releases.atom',
  ]) {
    expect(await cloud.read(key)).toContain('http://localhost:3000/');
    expect(await cloud.read(key)).not.toContain('http://localhost:30001/');
  }
  await cloud.startAt('http://localhost:3000');
  expect(cloud.countPublications()).toBe(2);
});

test('does not offer a withdrawn release again at another address', async () => {
  const cloud = await openBuilds();
  await cloud.startAt('http://localhost:30001');
  await yank({ s3: cloud.s3, bucket: buildsBucket }, sampleVersion, new Date(), { mayLeaveNone: true });
  await cloud.startAt('http://localhost:3000');
  expect(await cloud.read('updates/releases.atom')).toContain('http://localhost:3000/');
  expect(JSON.parse((await cloud.read('releases.json')) ?? '')).toMatchObject([{ isYanked: true }]);
});
