import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
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

describe('the texts of the site', () => {
  it('leave out versions in development', () => {
    expect(JSON.stringify(site)).toContain('0.3.1');
    expect(JSON.stringify(site)).not.toContain('0.4.0');
  });

  it('contain no markup of the files', () => {
    expect(JSON.stringify([...site, ...searchableArticles(articles, articles)])).not.toMatch(
      /\]\(|\*\*|{[a-z]+\./,
    );
  });
});

describe('searchableArticles', () => {
  it('contains the text of an article, and of one that cannot be read its description', () => {
    const [first] = articles;
    const [, text] = searchableArticles(articles, articles)[0]?.sections ?? [];
    expect(text?.text.length).toBeGreaterThan(200);
    expect(searchableArticles(articles, [])[0]).toEqual({
      path: `/blog/${first?.slug}`,
      title: first?.headline,
      kind: 'Blog',
      sections: [{ text: first?.description }],
    });
  });

  it('stays small with a hundred articles: older ones lose their text', () => {
    const many = Array.from({ length: 100 }, (_, index) =>
      articles.map((article) => ({ ...article, slug: `${article.slug}-${index}` })),
    ).flat();
    const found = searchableArticles(many, many);
    expect(found).toHaveLength(300);
    expect(found[0]?.sections.length).toBeGreaterThan(1);
    expect(found.at(-1)?.sections).toHaveLength(1);
    // With the code and the texts of the site, still within 60 KB. The 300 articles differ only in their slugs, so each is measured alone.
    const bytes = found
      .filter(({ sections }) => sections.length > 1)
      .map((page) => brotliCompressSync(JSON.stringify(page)).length);
    expect(bytes.reduce((total, each) => total + each, 0)).toBeLessThan(30_000);
  });
});
