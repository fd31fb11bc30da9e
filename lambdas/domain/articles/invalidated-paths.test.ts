import { expect, test } from 'vitest';
import { invalidatedPaths } from './invalidated-paths.ts';

test('a page is asked for again by each of its addresses, a file by the one it has', () => {
  expect(invalidatedPaths(['blog/maps/index.html', 'blog/maps/article.json', 'blog.atom'])).toEqual([
    '/blog/maps',
    '/blog/maps/',
    '/blog/maps/index.html',
    '/blog/maps/article.json',
    '/blog.atom',
  ]);
});

test('many at once are one path, beside what it does not reach', () => {
  const pages = Array.from({ length: 20 }, (_, index) => `blog/article-${index}/index.html`);
  expect(invalidatedPaths([...pages, 'blog/index.html', 'blog.rss', 'sitemap-articles.xml'])).toEqual([
    '/blog*',
    '/sitemap-articles.xml',
  ]);
});
