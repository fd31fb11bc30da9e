import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PublishedArticle } from '../../contract/records/blog-renderer.ts';
import { searchTexts } from '../../web/src/features/search/search-texts.ts';
import { parseArticle } from '../markdown/parse-article.ts';
import { searchablePages } from './render-site.ts';
import { searchableArticles } from './searchable-pages.ts';

const articles = readdirSync('content/blog')
  .filter((file) => file.endsWith('.md'))
  .map((name): PublishedArticle => {
    const file = `content/blog/${name}`;
    const { slug, headline, author, description, createdAt, content } = parseArticle(
      file,
      readFileSync(file, 'utf8'),
    );
    const written = { slug, headline, author, description, createdAt, content };
    return { ...written, status: 'published', updatedAt: `${createdAt}T00:00:00Z`, readingMinutes: 5 };
  });
const site = searchablePages();
const search = searchTexts([...site, ...searchableArticles(articles, articles)]);
const pathsFor = (query: string) => search(query).map(({ href }) => href);

describe('a newcomer who asks', () => {
  it.each([
    ['how do I move my license to a new computer', '/manual/move-to-a-new-computer'],
    ['refund', '/faq#what-happens-after-a-refund'],
    ['windows warning unknown publisher', '/manual/install-on-windows#check-the-publisher'],
    ['backup', '/manual/back-up-your-worlds'],
    ['I forgot my password', '/manual/get-back-into-your-account'],
    ['does it work without internet?', '/manual/work-offline'],
    ['where do I put the license file', '/manual/put-in-the-license-file'],
    ['how much does it cost', '/faq#what-does-it-cost'],
    ['change email address', '/manual/change-your-address'],
    ['can my partner use it too', '/faq#may-my-partner-use-it-and-can-i-pass-it-on'],
    ['mac apple silicon or intel', '/manual/choose-a-build'],
    ['how do I get updates', '/manual/get-updates'],
    ['cancel my order', '/manual/withdraw'],
    ['kishotenketsu', '/resources#kishotenketsu'],
    ['how long does news take to travel', '/blog/a-map-is-a-list-of-delays'],
    ['0.3.1', '/changelog#0.3.1'],
  ])('“%s” finds %s among the first three results', (question, path) => {
    const found = pathsFor(question).slice(0, 3);
    expect(found.map((href) => (path.includes('#') ? href : href.replace(/#.*/, '')))).toContain(path);
  });
});
