import { describe, expect, it } from 'vitest';
import { cacheControl } from '../../contract/rules/cache-control.ts';
import { stages } from '../../lib/stages.ts';
import { resourcesOf, synthesize } from './synthesize.ts';

const stage = await synthesize(stages.dev);
const [[, { Properties: distribution }] = ['', { Properties: undefined }]] = resourcesOf(
  stage,
  'AWS::CloudFront::Distribution',
);
const { CacheBehaviors, DefaultCacheBehavior } = distribution.DistributionConfig;
const behaviors = [DefaultCacheBehavior, ...CacheBehaviors];

/**
 * The seconds for which CloudFront keeps a copy, whatever the origin says.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html
 */
const minimumOfManaged: Record<string, number> = {
  // CachingOptimized
  '658327ea-f89d-4fab-a63d-7e88639e58f6': 1,
  // CachingDisabled
  '4135ea2d-6df8-44a3-9df3-4b5a84be39ad': 0,
};

const minimumOfOurs = Object.fromEntries(
  resourcesOf(stage, 'AWS::CloudFront::CachePolicy').map(([id, { Properties }]) => [
    id,
    Properties.CachePolicyConfig.MinTTL,
  ]),
);

describe('a copy of CloudFront that nothing invalidates', () => {
  it('lives no longer than a second if its origin says so', () => {
    expect(behaviors.length).toBeGreaterThan(5);
    for (const { CachePolicyId: id, PathPattern: path } of behaviors)
      expect([path, minimumOfManaged[id] ?? minimumOfOurs[id.Ref]]).toEqual([path, expect.toBeOneOf([0, 1])]);
  });

  it('says so for pages, and is minutes old at most', () => {
    const { assets: _, ...replaced } = cacheControl;
    const seconds = Object.values(replaced).map((value) => Number(/max-age=(\d+)/.exec(value)?.[1]));
    expect(cacheControl.pages).toContain('max-age=0');
    expect(Math.max(...seconds)).toBeLessThanOrEqual(300);
  });
});
