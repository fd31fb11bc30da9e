import { describe, expect, test } from 'vitest';
import { stages } from '../../lib/stages.ts';
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
    expect(pages?.DistributionPaths).toEqual(['/*']);
  });
});

test('does not wait for CloudFront, whose delay would roll back the pages', () => {
  for (const { WaitForDistributionInvalidation: waits } of deployments) expect(waits).toBe(false);
});

test('removes nothing in a deployment, because open pages still load files of the previous build', () => {
  for (const { Prune: prune } of deployments) expect(prune).toBe(false);
});
