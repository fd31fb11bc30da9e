import { expect, test } from 'vitest';
import { recordFeed } from './record-feed.ts';
import { hashOf, historyOf } from './release-history.ts';
import { manifestOf } from './test-release.ts';

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
