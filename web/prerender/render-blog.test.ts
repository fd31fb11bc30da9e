import { parseFeed } from 'feedsmith';
import { describe, expect, it } from 'vitest';
import { checkPage } from './check-page.ts';
import { blogRenderer, type FullArticle, type RenderedFile } from './render-blog.ts';

const template = {
  shell: '<html><head><!--page-head--></head><body><div id="root"><!--page-body--></div></body></html>',
  stylesheets: [],
  boot: '/assets/boot.js',
  modules: ['/assets/site.js'],
};
const renderer = blogRenderer({ article: template, list: template, themeColor: '#101820' });

const article = (slug: string, more: Partial<FullArticle> = {}): FullArticle => ({
  slug,
  status: 'published',
  headline: `On ${slug}`,
  author: 'Ada Vey',
  description: `All about ${slug}.`,
  createdAt: '2025-05-14',
  updatedAt: '2025-06-01T10:00:00Z',
  readingMinutes: 3,
  content: [
    { type: 'header', level: 2, content: 'Roads' },
    { type: 'paragraph', content: 'See [the list](/blog) & more.' },
  ],
  ...more,
});

const contentOf = (files: RenderedFile[], key: string) => {
  const file = files.find((it) => it.key === key);
  if (!file) throw new Error(`no file ${key} among ${files.map((it) => it.key)}`);
  return file.content;
};

describe('the page of an article', async () => {
  const hostile = '</script><script>alert(1)</script><!--';
  const files = await renderer.renderArticle(
    article('maps', { content: [{ type: 'paragraph', content: hostile }], headline: hostile }),
    { previous: article('isles'), next: article('seas') },
  );
  const page = contentOf(files, 'blog/maps/index.html');

  it('may be published, whatever the article says', () => {
    expect(() => checkPage('/blog/maps', page)).not.toThrow();
    expect(page).not.toContain('<script>alert');
  });

  it('brings along what it shows, which also stands beside it', () => {
    const [, embedded = ''] =
      /id="page-data" data-file="\/blog\/maps\/article\.json">(.*?)<\/script>/.exec(page) ?? [];
    const beside = JSON.parse(contentOf(files, 'blog/maps/article.json'));
    expect(JSON.parse(embedded)).toEqual(beside);
    expect(beside.article.sections).toEqual([{ type: 'paragraph', content: [hostile] }]);
    expect(beside).toMatchObject({
      previous: { slug: 'isles', headline: 'On isles' },
      next: { slug: 'seas', headline: 'On seas' },
    });
  });

  it('is described as an article below the blog, with the pictures of its own', async () => {
    const socialImageUrl = '/media/articles/maps/social-1.png';
    const [{ content = '' } = {}] = await renderer.renderArticle(article('maps', { socialImageUrl }), {});
    expect(content).toContain(
      `<meta property="og:image" content="https://lorewright.example${socialImageUrl}">`,
    );
    expect(content).toContain('<meta property="og:type" content="article">');
    expect(content).toContain('"@type":"BlogPosting"');
    expect([...content.matchAll(/"position":\d,"name":"([^"]+)"/g)].map(([, name]) => name)).toEqual([
      'Home',
      'Blog',
      'On maps',
    ]);
  });

  it('shows its contents when it is long', async () => {
    const pageWith = async (headers: number) => {
      const content = Array.from({ length: headers }, (_, index) => ({
        type: 'header' as const,
        level: 2 as const,
        content: `Part ${index}`,
      }));
      return contentOf(
        await renderer.renderArticle(article('maps', { content }), {}),
        'blog/maps/index.html',
      );
    };
    expect(await pageWith(3)).not.toContain('On this page');
    expect(await pageWith(4)).toContain('On this page');
  });
});

describe('the list', () => {
  const articles = (count: number) => Array.from({ length: count }, (_, index) => article(`a${index}`));

  it('has ten articles on a page, and further pages after that', async () => {
    const files = await renderer.renderLists(articles(25), []);
    expect(files.map(({ key }) => key)).toEqual([
      'blog/index.html',
      'blog/articles.json',
      'blog/page/2/index.html',
      'blog/page/2/articles.json',
      'blog/page/3/index.html',
      'blog/page/3/articles.json',
      'blog.atom',
      'blog.rss',
      'sitemap-articles.xml',
    ]);
    const shown = (key: string) => JSON.parse(contentOf(files, key));
    expect(shown('blog/articles.json').articles).toHaveLength(10);
    expect(shown('blog/page/3/articles.json')).toMatchObject({ page: 3, pageCount: 3 });
    expect(shown('blog/page/3/articles.json').articles.map(({ slug }: { slug: string }) => slug)).toEqual([
      'a20',
      'a21',
      'a22',
      'a23',
      'a24',
    ]);
    for (const [path, key] of [
      ['/blog', 'blog/index.html'],
      ['/blog/page/2', 'blog/page/2/index.html'],
    ] as const) {
      expect(() => checkPage(path, contentOf(files, key))).not.toThrow();
    }
  });

  it('says that there is nothing yet', async () => {
    const files = await renderer.renderLists([], []);
    expect(contentOf(files, 'blog/index.html')).toContain('No article has been published yet.');
  });

  it('names all pages in its sitemap, with the day of the last change', async () => {
    const sitemap = contentOf(await renderer.renderLists(articles(11), []), 'sitemap-articles.xml');
    const entry = (path: string) =>
      `<url><loc>https://lorewright.example${path}</loc><lastmod>2025-06-01</lastmod></url>`;
    for (const path of ['/blog', '/blog/page/2', '/blog/a0', '/blog/a10'])
      expect(sitemap).toContain(entry(path));
  });
});

describe.each(['blog.atom', 'blog.rss'])('%s', (key) => {
  it('is read by a feed reader, with the whole text and whole addresses', async () => {
    const content = contentOf(
      await renderer.renderLists([], [article('maps', { headline: 'A & <B>' })]),
      key,
    );
    const { format, feed } = parseFeed(content);
    expect(format).toBe(key === 'blog.atom' ? 'atom' : 'rss');
    const [entry] = (('entries' in feed ? feed.entries : 'items' in feed ? feed.items : []) ?? []) as {
      title?: unknown;
      content?: unknown;
      description?: unknown;
    }[];
    expect(JSON.stringify(entry?.title)).toContain('A & <B>');
    expect(JSON.stringify(entry?.content ?? entry?.description)).toContain(
      'See <a href=\\"https://lorewright.example/blog\\">the list</a> &amp; more.',
    );
  });
});
