// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { atomFeed } from './atom-feed.ts';

const feed = {
  title: 'News & <more>',
  address: 'https://site.test/news.atom',
  pageAddress: 'https://site.test/news',
  author: 'We',
  entries: [
    {
      title: 'Second "one"',
      address: 'https://site.test/news#2',
      publishedAt: '2025-09-02T00:00:00Z',
      content: { type: 'html' as const, value: '<p>Maps &amp; more\u0000\uFFFF 🗺</p>' },
    },
    {
      title: 'First',
      address: 'https://site.test/news#1',
      publishedAt: '2025-09-01T00:00:00Z',
      content: { type: 'text' as const, value: 'a < b' },
    },
  ],
};

const read = (text: string) => new DOMParser().parseFromString(text, 'application/xml');

test('writes well-formed XML with the given values', () => {
  const xml = read(atomFeed(feed));
  expect(xml.querySelector('parsererror')).toBeNull();
  const texts = (selector: string) =>
    [...xml.querySelectorAll(selector)].map(({ textContent }) => textContent);
  expect(texts('feed > title')).toEqual(['News & <more>']);
  expect(texts('feed > updated')).toEqual(['2025-09-02T00:00:00Z']);
  expect(texts('entry > title')).toEqual(['Second "one"', 'First']);
  expect(texts('entry > id')).toEqual(['https://site.test/news#2', 'https://site.test/news#1']);
  expect(texts('entry > content')).toEqual(['<p>Maps &amp; more 🗺</p>', 'a < b']);
});

test('writes a feed without entries', () => {
  const xml = read(atomFeed({ ...feed, entries: [] }));
  expect(xml.querySelector('parsererror')).toBeNull();
  expect(xml.querySelector('entry')).toBeNull();
});
