import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeEach, expect, test } from 'vitest';
import { testBuckets } from '../../platform/test-buckets.ts';
import { removeOldAssets, siteBuildStore } from './site-build-store.ts';

const s3 = testBuckets('site');
const store = siteBuildStore(s3, 'site');
const dayMs = 24 * 60 * 60 * 1000;
/** How many days pass between an upload and a run. */
let days = 0;
const now = () => new Date(Date.now() + days * dayMs);

beforeEach(async () => {
  days = 0;
  for (const key of await keys()) await s3.send(new DeleteObjectCommand({ Bucket: 'site', Key: key }));
});

async function keys(): Promise<string[]> {
  const { Contents: contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: 'site' }));
  return contents.map(({ Key: key = '' }) => key);
}

const put = (key: string, body = 'content') =>
  s3.send(new PutObjectCommand({ Bucket: 'site', Key: key, Body: body }));
const assetsThere = async () => (await keys()).filter((key) => key.startsWith('assets/'));

/** The assets of a build: its own script, and a font that all builds share. */
const assetsOf = (name: string) => ['assets/font.woff2', `assets/${name}.js`];

async function upload(name: string): Promise<void> {
  for (const key of assetsOf(name)) await put(key);
}

/** Uploads assets first, like a deployment. */
async function deploy(name: string): Promise<void> {
  await upload(name);
  await put('build.json', JSON.stringify({ id: name, assets: assetsOf(name) }));
}

/** Deploys builds two days apart, each with its event. */
async function deployInTurn(...names: string[]): Promise<void> {
  for (const name of names) {
    await deploy(name);
    await removeOldAssets({ store, now });
    days += 2;
  }
}

test('keeps the assets of the two builds before the live one, and removes older ones', async () => {
  await deployInTurn('a', 'b', 'c');
  expect(await assetsThere()).toEqual(['assets/a.js', 'assets/b.js', 'assets/c.js', 'assets/font.woff2']);
  await deployInTurn('d');
  expect(await assetsThere()).toEqual(['assets/b.js', 'assets/c.js', 'assets/d.js', 'assets/font.woff2']);
});

test('removes nothing outside the assets', async () => {
  await put('index.html');
  await put('blog/index.html');
  await deployInTurn('a', 'b', 'c', 'd');
  expect(await keys()).toEqual(expect.arrayContaining(['index.html', 'blog/index.html', 'build.json']));
});

test('does not count a deployment that changes no asset as a build', { tags: 'extended' }, async () => {
  await deployInTurn('a', 'b', 'c', 'c', 'c');
  expect(await assetsThere()).toContain('assets/a.js');
});

test('counts the rejected build as the previous one after a rollback', { tags: 'extended' }, async () => {
  await deployInTurn('a', 'b', 'c', 'b');
  expect(await assetsThere()).toEqual(['assets/a.js', 'assets/b.js', 'assets/c.js', 'assets/font.woff2']);
  await deployInTurn('d');
  expect(await assetsThere()).toEqual(['assets/b.js', 'assets/c.js', 'assets/d.js', 'assets/font.woff2']);
});

test('keeps the assets that a rollback uploads again', { tags: 'extended' }, async () => {
  await deployInTurn('a', 'b', 'c', 'd', 'a');
  expect(await assetsThere()).toEqual(['assets/a.js', 'assets/c.js', 'assets/d.js', 'assets/font.woff2']);
});

test('keeps all builds that were live within the last day', {
  tags: 'extended',
}, async () => {
  await deployInTurn('a');
  for (const name of ['b', 'c', 'd', 'e']) {
    await deploy(name);
    await removeOldAssets({ store, now });
  }
  expect(await assetsThere()).toContain('assets/a.js');
  days += 2;
  await deployInTurn('f');
  expect(await assetsThere()).toEqual(['assets/d.js', 'assets/e.js', 'assets/f.js', 'assets/font.woff2']);
});

test('keeps the assets of a deployment in progress, which no build names yet', {
  tags: 'extended',
}, async () => {
  await deployInTurn('a', 'b', 'c');
  days = 0;
  await upload('next');
  await removeOldAssets({ store, now });
  expect(await assetsThere()).toContain('assets/next.js');
});

test('changes nothing for a late or repeated event', { tags: 'extended' }, async () => {
  await deployInTurn('a', 'b', 'c', 'd');
  const { etag } = await store.recent.read();
  const before = await assetsThere();
  expect(await removeOldAssets({ store, now })).toBe(0);
  expect(await assetsThere()).toEqual(before);
  expect((await store.recent.read()).etag).toBe(etag);
});

test('completes the removal of a killed run', { tags: 'extended' }, async () => {
  await deployInTurn('a', 'b', 'c');
  await deploy('d');
  const dying = { ...store, remove: () => Promise.reject(new Error('killed')) };
  await expect(removeOldAssets({ store: dying, now })).rejects.toThrow('killed');
  expect(await assetsThere()).toContain('assets/a.js');
  expect(await removeOldAssets({ store, now })).toBe(1);
  expect(await assetsThere()).not.toContain('assets/a.js');
});

test('removes nothing and throws when a newer build was recorded during the run', {
  tags: 'extended',
}, async () => {
  await deployInTurn('a', 'b', 'c');
  await deploy('d');
  const slow = {
    ...store,
    async assetsOfCurrentBuild() {
      const assets = await store.assetsOfCurrentBuild();
      await deploy('e');
      await removeOldAssets({ store, now });
      return assets;
    },
  };
  await expect(removeOldAssets({ store: slow, now })).rejects.toThrow('changed the record');
  const { record } = await store.recent.read();
  expect(record?.builds[0]?.assets).toEqual(assetsOf('e'));
});

test.each([
  ['no list', { id: 'old' }],
  ['an empty list', { id: 'old', assets: [] }],
])('removes nothing for a build with %s', async (_, build) => {
  await deployInTurn('a');
  await put('build.json', JSON.stringify(build));
  await expect(removeOldAssets({ store, now })).rejects.toThrow('names no assets');
  expect(await assetsThere()).toEqual(['assets/a.js', 'assets/font.woff2']);
});
