import { expect, test } from 'vitest';
import { publicReleases } from './live-releases.ts';
import { releaseFeed } from './release-feed.ts';
import { manifestOf } from './test-release.ts';

test('has every release that is offered, with its notes, and none that was taken back', () => {
  const manifests = [
    manifestOf('1.2.0'),
    manifestOf('1.3.0-beta.1', { channel: 'beta' }),
    manifestOf('1.1.0', { yankedAt: '2025-10-01T00:00:00Z' }),
  ];
  const releases = Object.fromEntries(
    manifests.map((manifest) => [manifest.version, { manifest, objects: {} }]),
  );
  const feed = releaseFeed(publicReleases({ releases }), 'https://site.test');
  expect([...feed.matchAll(/<title>(.*)<\/title>/g)].map(([, title]) => title)).toEqual([
    'Lorewright releases',
    'Lorewright 1.3.0-beta.1 (beta)',
    'Lorewright 1.2.0',
  ]);
  expect(feed).toContain('<id>https://site.test/download#1.2.0</id>');
  expect(feed).toContain('href="https://site.test/changelog#1.2.0"');
  expect(feed).toContain('- Maps “with” &amp; &lt;without&gt; borders.');
});
