import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { describe, expect, test } from 'vitest';
import { contentTypeOf } from '../../contract/rules/content-type-of.ts';
import { SiteFiles } from '../../lib/site-files.ts';
import { stages } from '../../lib/stages.ts';
import type { Storage } from '../../lib/storage.ts';
import { resourcesOf, synthesize } from './synthesize.ts';

const deployments = resourcesOf(await synthesize(stages.dev), 'Custom::CDKBucketDeployment').map(
  ([id, { Properties }]) => ({ id, ...Properties }),
);
const toSite = deployments.filter(({ DestinationBucketName: bucket }) =>
  bucket.Ref.startsWith('StorageSite'),
);
const isOfAssets = ({ DestinationBucketKeyPrefix: prefix }: { DestinationBucketKeyPrefix?: string }) =>
  prefix === 'assets';

describe('browsers and the CDN', () => {
  test('cache files with a hash in their name for a year', () => {
    const assets = toSite.filter(isOfAssets);
    // Scripts and styles, and fonts.
    expect(assets).toHaveLength(2);
    for (const { SystemMetadata: metadata } of assets)
      expect(metadata['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  test('revalidate everything else each time, including settings', () => {
    const others = toSite.filter((deployment) => !isOfAssets(deployment));
    expect(others.length).toBeGreaterThan(1);
    for (const { SystemMetadata: metadata } of others)
      expect(metadata['cache-control']).toBe('public, max-age=0, must-revalidate');
    const pages = others.find(({ id }) => id.startsWith('FilesPages'));
    // The build, the settings of the stage, and the ids of its license keys.
    expect(pages?.SourceBucketNames).toHaveLength(3);
  });
});

test('removes nothing in a deployment, because open pages still load files of the previous build', () => {
  for (const { Prune: prune } of deployments) expect(prune).toBe(false);
});

test('uploads each file of the build once, and pages and feeds with their character set', () => {
  const outdir = mkdtempSync(join(tmpdir(), 'lorewright-files-'));
  try {
    const app = new App({ outdir, analyticsReporting: false });
    const stack = new Stack(app, 'Stack');
    const [site, media, builds] = ['Site', 'Media', 'Builds'].map((id) => new Bucket(stack, id));
    new SiteFiles(stack, 'Files', {
      storage: { site, media, builds } as unknown as Storage,
      siteFolder: 'dist/web',
      settings: {},
      after: [],
    });
    const { template } = app.synth().getStackByName('Stack');
    const uploaded = resourcesOf(Template.fromJSON(template), 'Custom::CDKBucketDeployment')
      .map(([, { Properties }]) => Properties)
      .filter(({ DestinationBucketName: bucket }) => bucket.Ref.startsWith('Site'))
      .flatMap((deployment) => {
        const folder = join(outdir, `asset.${basename(deployment.SourceObjectKeys[0], '.zip')}`);
        return filesIn(folder).map((file) => ({
          key: join(deployment.DestinationBucketKeyPrefix ?? '', file),
          type: deployment.SystemMetadata['content-type'],
        }));
      });
    expect(uploaded.map(({ key }) => key).sort()).toEqual(filesIn('dist/web').sort());
    for (const { key, type } of uploaded)
      if (/\.(html|xml|atom|md)$/.test(key)) expect([key, type]).toEqual([key, contentTypeOf(key)]);
  } finally {
    rmSync(outdir, { recursive: true });
  }
});

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
