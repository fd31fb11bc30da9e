import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { HeadObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, onTestFinished, test } from 'vitest';
import { cacheControl } from '../contract/rules/cache-control.ts';
import { compressedAssets } from '../lib/site-folders.ts';
import { syncPictures, syncSite } from './sync-site.ts';

test('uploads the built site with types and cache settings, and the stage’s settings', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'sync-site-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  await mkdir(join(dir, 'assets'));
  await mkdir(join(dir, 'pricing'));
  await writeFile(join(dir, 'pricing', 'index.html'), '<p>Pricing</p>');
  await writeFile(join(dir, 'assets', 'entry-1a2b.js'), 'go()');
  await writeFile(join(dir, 'LICENSE'), 'none');
  const s3 = mockClient(S3Client);
  s3.on(PutObjectCommand).resolves({}).on(ListObjectsV2Command).resolves({});

  expect(await syncSite(new S3Client({}), 'site', dir, { 'config.json': { region: 'us-east-1' } })).toBe(3);

  const objects = s3.commandCalls(PutObjectCommand).map(({ args }) => {
    const { Bucket, Key, Body, ContentType, CacheControl } = args[0].input;
    return [`${Bucket}/${Key}`, { body: String(Body), ContentType, CacheControl }] as const;
  });
  const checked = 'public, max-age=0, must-revalidate';
  expect(Object.fromEntries(objects)).toEqual({
    'site/pricing/index.html': {
      body: '<p>Pricing</p>',
      ContentType: 'text/html; charset=utf-8',
      CacheControl: checked,
    },
    'site/assets/entry-1a2b.js': {
      body: 'go()',
      ContentType: 'text/javascript; charset=utf-8',
      CacheControl: 'public, max-age=31536000, immutable',
    },
    'site/LICENSE': { body: 'none', ContentType: 'application/octet-stream', CacheControl: checked },
    'site/config.json': {
      body: '{"region":"us-east-1"}',
      ContentType: 'application/json',
      CacheControl: checked,
    },
  });
});

test('uploads the compressed asset with its encoding', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'sync-site-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const site = join(dir, 'web');
  const files = {
    [join(site, 'assets/entry-1a2b.js')]: 'go()',
    [join(site, 'assets/font-1a2b.woff2')]: 'font',
    [join(compressedAssets(site), 'entry-1a2b.js')]: 'compressed',
  };
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  const s3 = mockClient(S3Client);
  s3.on(PutObjectCommand).resolves({}).on(ListObjectsV2Command).resolves({});

  await syncSite(new S3Client({}), 'site', site, {});

  const objects = s3.commandCalls(PutObjectCommand).map(({ args }) => {
    const { Key, Body, ContentEncoding } = args[0].input;
    return [Key, String(Body), ContentEncoding];
  });
  expect(objects.sort()).toEqual([
    ['assets/entry-1a2b.js', 'compressed', 'br'],
    ['assets/font-1a2b.woff2', 'font', undefined],
  ]);
});

test('uploads only the files that differ from those in the bucket', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'sync-site-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  await writeFile(join(dir, 'same.txt'), 'same');
  await writeFile(join(dir, 'changed.txt'), 'changed');
  await writeFile(join(dir, 'new.txt'), 'new');
  const s3 = mockClient(S3Client);
  s3.on(PutObjectCommand)
    .resolves({})
    .on(HeadObjectCommand, { Bucket: 'site', Key: 'same.txt' })
    .resolves({ ContentType: 'text/plain; charset=utf-8', CacheControl: cacheControl.pages })
    .on(ListObjectsV2Command, { ContinuationToken: undefined })
    .resolves({
      Contents: [{ Key: 'same.txt', ETag: '"51037a4a37730f52c8732586d3aaa316"' }],
      NextContinuationToken: '2',
    })
    .on(ListObjectsV2Command, { ContinuationToken: '2' })
    .resolves({ Contents: [{ Key: 'changed.txt', ETag: '"51037a4a37730f52c8732586d3aaa316"' }] });

  expect(await syncSite(new S3Client({}), 'site', dir, { 'config.json': {} })).toBe(3);

  const keys = s3.commandCalls(PutObjectCommand).map(({ args }) => args[0].input.Key);
  expect(keys.sort()).toEqual(['changed.txt', 'config.json', 'new.txt']);
});

test.each([
  ['cache settings', { ContentType: 'text/plain; charset=utf-8', CacheControl: 'public, max-age=60' }],
  ['type', { ContentType: 'text/plain', CacheControl: cacheControl.pages }],
  [
    'encoding',
    { ContentType: 'text/plain; charset=utf-8', CacheControl: cacheControl.pages, ContentEncoding: 'br' },
  ],
])('uploads a file again when only its %s changed', async (_, headers) => {
  const dir = await mkdtemp(join(tmpdir(), 'sync-site-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  await writeFile(join(dir, 'same.txt'), 'same');
  const s3 = mockClient(S3Client);
  s3.on(PutObjectCommand)
    .resolves({})
    .on(HeadObjectCommand)
    .resolves(headers)
    .on(ListObjectsV2Command)
    .resolves({ Contents: [{ Key: 'same.txt', ETag: '"51037a4a37730f52c8732586d3aaa316"' }] });

  await syncSite(new S3Client({}), 'site', dir, { 'config.json': {} });

  const inputs = s3.commandCalls(PutObjectCommand).map(({ args }) => args[0].input);
  expect(inputs).toContainEqual(
    expect.objectContaining({
      Key: 'same.txt',
      ContentType: 'text/plain; charset=utf-8',
      CacheControl: cacheControl.pages,
    }),
  );
});

test('uploads the description of the build last', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'sync-site-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  for (const file of ['build.json', 'index.html']) await writeFile(join(dir, file), '{}');
  const s3 = mockClient(S3Client);
  s3.on(PutObjectCommand).resolves({}).on(ListObjectsV2Command).resolves({});
  await syncSite(new S3Client({}), 'site', dir, { 'config.json': {} });
  const keys = s3.commandCalls(PutObjectCommand).map(({ args }) => args[0].input.Key);
  expect(keys).toEqual(['index.html', 'config.json', 'build.json']);
});

test('uploads the pictures to the paths that pages use, with types and cached for a day', async () => {
  const s3 = mockClient(S3Client);
  s3.on(PutObjectCommand).resolves({}).on(ListObjectsV2Command).resolves({});

  const count = await syncPictures(new S3Client({}), 'media');

  const inputs = s3.commandCalls(PutObjectCommand).map(({ args }) => args[0].input);
  expect(inputs).toHaveLength(count);
  expect(inputs).toContainEqual(
    expect.objectContaining({
      Bucket: 'media',
      Key: 'site/images/map-800.avif',
      ContentType: 'image/avif',
      CacheControl: 'public, max-age=300',
    }),
  );
});
