import { expect, test } from 'vitest';
import { articleCollections } from '../../../contract/records/article-collections.ts';
import { invalidatedPaths } from './blog-store.ts';

const { blog } = articleCollections;

test('invalidates each address of a page and the only address of a file', () => {
  expect(invalidatedPaths(['blog/maps/index.html', 'blog/maps/article.json', 'blog.atom'], blog)).toEqual([
    '/blog/maps',
    '/blog/maps/',
    '/blog/maps/index.html',
    '/blog/maps/article.json',
    '/blog.atom',
  ]);
});

test('replaces many paths with one wildcard and keeps the paths that it does not match', () => {
  const pages = Array.from({ length: 20 }, (_, index) => `blog/article-${index}/index.html`);
  expect(invalidatedPaths([...pages, 'blog/index.html', 'blog.rss', 'sitemap-articles.xml'], blog)).toEqual([
    '/blog*',
    '/sitemap-articles.xml',
  ]);
});
