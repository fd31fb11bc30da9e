import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, expect, test, vi } from 'vitest';
import type { SiteBuild } from '../../../contract/records/site-build.ts';
import type { RecentBuilds } from '../../../lambdas/domain/site-builds/site-build-store.ts';
import { syncSite } from '../../../local/sync-site.ts';
import { type LocalEndpoints, localS3 } from '../../../scripts/commands/stage/connect.ts';
import { ownCloud, siteUrl } from '../site.ts';

const cloud = ownCloud();

const bucket = 'storagesite';
const recordKey = 'recent-builds.json';
const longAgo = '2020-01-01T00:00:00.000Z';
const folder = await mkdtemp(join(tmpdir(), 'lorewright-builds-'));
afterAll(() => rm(folder, { recursive: true }));

const connectToS3 = async () => {
  const endpoints: LocalEndpoints = JSON.parse(await readFile(join(cloud.dir, 'endpoints.json'), 'utf8'));
  return localS3(endpoints.s3Endpoint);
};
/** Uses HEAD, which the cache does not answer. */
const statusOf = async (path: string) => (await fetch(`${siteUrl}/${path}`, { method: 'HEAD' })).status;
const readJson = async (path: string) => (await fetch(`${siteUrl}/${path}`)).json();
const liveBuilds = async () => ((await readJson(recordKey)) as RecentBuilds).builds;

/** Deploys a build with one script, and waits until the site records the build. */
async function deploy(name: string): Promise<void> {
  const asset = `assets/${name}.js`;
  const files = {
    [asset]: name,
    'build.json': JSON.stringify({ id: name, blogStylesheets: [], assets: [asset] }),
  };
  await mkdir(join(folder, name, 'assets'), { recursive: true });
  for (const [file, content] of Object.entries(files)) await writeFile(join(folder, name, file), content);
  const settings = { 'config.json': await readJson('config.json') };
  await syncSite(await connectToS3(), bucket, join(folder, name), settings);
  await vi.waitFor(async () => expect((await liveBuilds())[0]?.assets).toEqual([asset]), { timeout: 10_000 });
}

/** Backdates the recorded builds and everything in the site's bucket, and stops the cloud. */
async function backdateBuilds(): Promise<void> {
  const s3 = await connectToS3();
  const { Body: body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: recordKey }));
  const record: RecentBuilds = JSON.parse((await body?.transformToString()) ?? '');
  const aged = { builds: record.builds.map((build) => ({ ...build, since: longAgo })) };
  await s3.send(new PutObjectCommand({ Bucket: bucket, Key: recordKey, Body: JSON.stringify(aged) }));
  await cloud.kill();
  const objects = join(cloud.dir, 'objects/buckets', bucket);
  // The kill may have left a draft of an object.
  for (const file of (await readdir(objects)).filter((name) => name.endsWith('.json'))) {
    const object = JSON.parse(await readFile(join(objects, file), 'utf8'));
    await writeFile(join(objects, file), JSON.stringify({ ...object, lastModified: longAgo }));
  }
}

test('keeps the scripts of two previous builds for open tabs, removes older ones, and allows a rollback', async () => {
  const { assets }: SiteBuild = await readJson('build.json');
  expect(assets.length).toBeGreaterThan(10);
  for (const name of ['first', 'second', 'third']) await deploy(name);
  // All builds are from the same day.
  for (const name of ['first', 'second', 'third']) expect(await statusOf(`assets/${name}.js`)).toBe(200);

  await backdateBuilds();
  // The restart deploys the first build again, which is a rollback.
  await cloud.restart();

  await vi.waitFor(async () => expect(await statusOf('assets/first.js')).toBe(404), { timeout: 10_000 });
  expect((await liveBuilds()).map((build) => build.assets)).toEqual([
    assets,
    ['assets/third.js'],
    ['assets/second.js'],
  ]);
  for (const asset of [...assets, 'assets/third.js', 'assets/second.js'])
    expect([asset, await statusOf(asset)]).toEqual([asset, 200]);
});
