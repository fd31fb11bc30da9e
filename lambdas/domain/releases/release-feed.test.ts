import { expect, test } from 'vitest';
import type { ReleaseManifest } from '../../../contract/records/release.ts';
import { escapeXml } from '../../../publishing/feeds/atom-feed.ts';
import { publicReleases } from './live-releases.ts';
import { releaseFeed } from './release-feed.ts';
import { manifestOf } from './test-release.ts';

const feedOf = (...manifests: ReleaseManifest[]) => {
  const releases = manifests.map((manifest) => [manifest.version, { manifest, objects: {} }]);
  return releaseFeed(publicReleases({ releases: Object.fromEntries(releases) }), 'https://site.test');
};

test('has every offered release with its notes, and no yanked one', () => {
  const feed = feedOf(
    manifestOf('1.2.0'),
    manifestOf('1.3.0-beta.1', { channel: 'beta' }),
    manifestOf('1.1.0', { yankedAt: '2025-10-01T00:00:00Z' }),
  );
  expect([...feed.matchAll(/<title>(.*)<\/title>/g)].map(([, title]) => title)).toEqual([
    'Lorewright releases',
    'Lorewright 1.3.0-beta.1 (beta)',
    'Lorewright 1.2.0',
  ]);
  expect(feed).toContain('<id>https://site.test/download#1.2.0</id>');
  expect(feed).toContain('href="https://site.test/changelog#1.2.0"');
});

test('renders the notes like the changelog', () => {
  const notes = '### Added\n\n- *Maps* “with” & \\<without> borders: [how](/faq).';
  expect(feedOf(manifestOf('1.2.0', { notes }))).toContain(
    `<content type="html">${escapeXml(
      '<h3 id="added">Added</h3>\n' +
        '<ul><li><em>Maps</em> “with” &amp; &lt;without&gt; borders: <a href="https://site.test/faq">how</a>.</li></ul>',
    )}</content>`,
  );
});

test.each([
  ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['[Run](javascript:alert(1))', '[Run](javascript:alert(1))'],
  ['---\nname', '---\nname'],
])('keeps notes that no page can render as text: %s', (notes, text) => {
  expect(feedOf(manifestOf('1.2.0', { notes }))).toContain(`<content type="text">${text}</content>`);
});
