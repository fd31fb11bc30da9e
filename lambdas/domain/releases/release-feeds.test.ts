import { expect, test } from 'vitest';
import type { ReleaseManifest } from '../../../contract/records/release.ts';
import { escapeXml } from '../../../publishing/feeds/atom-feed.ts';
import { publicReleases } from './live-releases.ts';
import { recordFeed, releaseFeed } from './release-feeds.ts';
import { hashOf, historyOf } from './release-history.ts';
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

const historyFor = (count: number) => {
  const versions = Array.from({ length: count }, (_, index) => `1.${index}.0`);
  const releases = versions.map((version, index) => {
    const date = new Date(Date.UTC(2025, 0, 1 + index)).toISOString();
    const yankedAt = index === count - 1 ? { yankedAt: '2026-01-01T00:00:00.000Z' } : {};
    return [version, { manifest: manifestOf(version, { date, ...yankedAt }), objects: {} }];
  });
  return historyOf({ releases: Object.fromEntries(releases) });
};
const idsIn = (feed: string) => [...feed.matchAll(/<id>(.*)<\/id>/g)].map(([, id]) => id).slice(1);

test('lists the newest changes first, with the checksums of published files', () => {
  const feed = recordFeed(historyFor(2), 'https://site.test');
  expect([...feed.matchAll(/<title>(.*)<\/title>/g)].map(([, title]) => title)).toEqual([
    'Lorewright release record',
    'Lorewright 1.1.0 was withdrawn',
    'Lorewright 1.1.0 was published on the stable channel',
    'Lorewright 1.0.0 was published on the stable channel',
  ]);
  expect(feed).toContain(`${'a'.repeat(64)}  App-1.0.0.exe`);
});

test('keeps the ids of its entries when entries are added', () => {
  const history = historyFor(3);
  const before = idsIn(recordFeed(history.slice(0, -1), 'https://site.test'));
  expect(new Set(before).size).toBe(3);
  expect(idsIn(recordFeed(history, 'https://site.test')).slice(1)).toEqual(before);
});

test('has the newest 50 entries, each with its hash as the id', () => {
  const history = historyFor(60);
  const hashes = history.map((entry) => `https://site.test/release-record#${hashOf(entry)}`);
  expect(idsIn(recordFeed(history, 'https://site.test'))).toEqual(hashes.slice(-50).reverse());
});
