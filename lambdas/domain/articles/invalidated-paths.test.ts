import { expect, test } from 'vitest';
import { articleCollections } from '../../../contract/records/article-collections.ts';
import { invalidatedPaths } from './invalidated-paths.ts';

const { blog } = articleCollections;

test('a page is asked for again by each of its addresses, a file by the one it has', () => {
  expect(invalidatedPaths(['blog/maps/index.html', 'blog/maps/article.json', 'blog.atom'], blog)).toEqual([
    '/blog/maps',
    '/blog/maps/',
    '/blog/maps/index.html',
    '/blog/maps/article.json',
    '/blog.atom',
  ]);
});

test('many at once are one path, beside what it does not reach', () => {
  const pages = Array.from({ length: 20 }, (_, index) => `blog/article-${index}/index.html`);
  expect(invalidatedPaths([...pages, 'blog/index.html', 'blog.rss', 'sitemap-articles.xml'], blog)).toEqual([
    '/blog*',
    '/sitemap-articles.xml',
  ]);
});
