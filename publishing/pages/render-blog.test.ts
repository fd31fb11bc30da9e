import { parseAtomFeed, parseRssFeed } from 'feedsmith';
import { describe, expect, it } from 'vitest';
import type { PublishedArticle, RenderedFile } from '../../contract/records/blog-renderer.ts';
import { checkPage } from './check-page.ts';
import { blogRenderers } from './render-blog.ts';

const template = {
  shell: '<html><head><!--page-head--></head><body><div id="root"><!--page-body--></div></body></html>',
  stylesheets: [],
  boot: '/assets/boot.js',
  modules: ['/assets/site.js'],
};
const { blog: renderer, letters } = blogRenderers({
  article: template,
  list: template,
  themeColor: '#101820',
});

const article = (slug: string, more: Partial<PublishedArticle> = {}): PublishedArticle => ({
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

describe('renderArticle', async () => {
  const hostile = '</script><script>alert(1)</script><!--';
  const files = await renderer.renderArticle(
    article('maps', { content: [{ type: 'paragraph', content: hostile }], headline: hostile }),
    { previous: article('isles'), next: article('seas') },
  );
  const page = contentOf(files, 'blog/maps/index.html');

  it('renders a valid page for any text of an article', () => {
    expect(() => checkPage('/blog/maps', page)).not.toThrow();
    expect(page).not.toContain('<script>alert');
  });

  it('contains its data, and writes the same data to a file', () => {
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

  it('describes an article below the blog, with its own pictures', async () => {
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

  it('nests no links and limits the depth of marks', async () => {
    const content = ['A [road](/blog)', 'B', 'C', 'D'].map((header) => ({
      type: 'header' as const,
      level: 2 as const,
      content: header,
    }));
    const deep = { type: 'paragraph' as const, content: `${'**a '.repeat(1000)}b${'**'.repeat(1000)}` };
    const files = await renderer.renderArticle(article('maps', { content: [...content, deep] }), {});
    expect(contentOf(files, 'blog/maps/index.html')).not.toMatch(/<a [^>]*>(?:(?!<\/a>).)*<a /);
  });

  it('shows a table of contents on a long page', async () => {
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

  it('shows ten articles on each page', async () => {
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
      'blog/search.json',
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

  it('shows a text when there are no articles', async () => {
    const files = await renderer.renderLists([], []);
    expect(contentOf(files, 'blog/index.html')).toContain('No article has been published yet.');
  });

  it('lists all pages in the sitemap, with the date of the last change', async () => {
    const sitemap = contentOf(await renderer.renderLists(articles(11), []), 'sitemap-articles.xml');
    const entry = (path: string) =>
      `<url><loc>https://lorewright.example${path}</loc><lastmod>2025-06-01</lastmod></url>`;
    for (const path of ['/blog', '/blog/page/2', '/blog/a0', '/blog/a10'])
      expect(sitemap).toContain(entry(path));
  });
});

describe('a picture within the text', () => {
  it('is loaded in the width that fits, and in a plain width by feed readers', async () => {
    const start = '/media/pictures/0123456789abcdef';
    const picture = {
      type: 'picture',
      url: `${start}-1000x500.jpg`,
      alternative: 'A map',
      width: 1000,
      height: 500,
    } as const;
    const of = article('maps', {
      content: [picture, { ...picture, url: `${start}-1600x800.jpg`, width: 1600 }],
    });
    const page = contentOf(await renderer.renderArticle(of, {}), 'blog/maps/index.html');
    expect(() => checkPage('/blog/maps', page)).not.toThrow();
    expect(page).toContain(
      `srcSet="${start}-480x240.jpg 480w,${start}-800x400.jpg 800w,${start}-1000x500.jpg 1000w" sizes="(width &lt;= 42rem) 92vw, 42rem" src="${start}-1000x500.jpg" alt="A map" width="1000" height="500" loading="lazy"`,
    );
    const feed = contentOf(await renderer.renderLists([of], [of]), 'blog.atom');
    expect(parseAtomFeed(feed).entries?.[0]?.content?.value).toContain(
      `src="https://lorewright.example${start}-1200x600.jpg" alt="A map" width="1200" height="600"`,
    );
  });

  const withPicture = article('maps', {
    content: [
      {
        type: 'picture',
        url: '/media/letters/maps/1.png',
        alternative: 'A "map" & <more>',
        width: 800,
        height: 600,
      },
    ],
  });

  it.each([
    ['blog', renderer],
    ['letters', letters],
  ] as const)('is on a page of the %s, and in the feeds with its whole address', async (name, of) => {
    const page = contentOf(await of.renderArticle(withPicture, {}), `${name}/maps/index.html`);
    expect(() => checkPage(`/${name}/maps`, page)).not.toThrow();
    const [picture = ''] = /<figure>.*?<\/figure>/.exec(page) ?? [];
    for (const attribute of [
      'src="/media/letters/maps/1.png"',
      'width="800"',
      'height="600"',
      'loading="lazy"',
    ])
      expect(picture).toContain(attribute);
    expect(picture).toContain('alt="A &quot;map&quot; &amp; &lt;more&gt;"');
    expect(picture).not.toMatch(/srcset|sizes/i);
    const feed = parseAtomFeed(contentOf(await of.renderLists([withPicture], [withPicture]), `${name}.atom`));
    expect(feed.entries?.[0]?.content?.value).toBe(
      '<figure><img src="https://lorewright.example/media/letters/maps/1.png" alt="A &quot;map&quot; &amp; &lt;more&gt;" width="800" height="600"></figure>',
    );
  });
});

describe('the newsletters', () => {
  const newsletter = article('spring', { status: 'letter' });

  it('have one page each, below their list, with links to the previous and the next one', async () => {
    const files = await letters.renderArticle(newsletter, {
      previous: article('winter'),
      next: article('summer'),
    });
    const page = contentOf(files, 'letters/spring/index.html');
    expect(() => checkPage('/letters/spring', page)).not.toThrow();
    for (const path of ['/letters', '/letters/winter', '/letters/summer', '/newsletter', '/letters.atom'])
      expect(page).toContain(`href="${path}"`);
    expect(page).not.toContain('/blog/');
    expect(page).toContain('"name":"Newsletters"');
  });

  it('have a list, feeds and a sitemap', async () => {
    const files = await letters.renderLists([newsletter], [newsletter]);
    expect(files.map(({ key }) => key)).toEqual([
      'letters/index.html',
      'letters/articles.json',
      'letters.atom',
      'letters.rss',
      'sitemap-letters.xml',
    ]);
    const page = contentOf(files, 'letters/index.html');
    expect(() => checkPage('/letters', page)).not.toThrow();
    expect(page).toContain('<title>Newsletters · Lorewright</title>');
    expect(page).toContain('title="Lorewright newsletters" href="/letters.atom"');
    expect(parseAtomFeed(contentOf(files, 'letters.atom'))).toMatchObject({
      title: { value: 'Lorewright newsletters' },
      entries: [{ id: 'https://lorewright.example/letters/spring' }],
    });
    for (const path of ['/letters', '/letters/spring'])
      expect(contentOf(files, 'sitemap-letters.xml')).toContain(
        `<loc>https://lorewright.example${path}</loc>`,
      );
  });

  it('have a list before the first one is sent', async () => {
    const page = contentOf(await letters.renderLists([], []), 'letters/index.html');
    expect(page).toContain('No newsletter has been sent yet.');
  });
});

describe('the feeds', async () => {
  const articles = [
    article('maps', {
      headline: 'A & <B>',
      content: [
        { type: 'header', level: 2, content: 'Roads' },
        { type: 'paragraph', content: 'See [the list](/blog) & [roads](#roads).' },
      ],
    }),
    article('isles', { author: 'Ben Oar', createdAt: '2025-04-30', updatedAt: '2025-05-02T08:30:00Z' }),
  ];
  const files = await renderer.renderLists(articles, articles);
  const html =
    '<h2 id="roads">Roads</h2>\n<p>See <a href="https://lorewright.example/blog">the list</a> &amp; <a href="https://lorewright.example/blog/maps#roads">roads</a>.</p>';

  it('renders the text, author and dates in Atom', () => {
    const feed = parseAtomFeed(contentOf(files, 'blog.atom'));
    expect(feed).toMatchObject({
      id: 'https://lorewright.example/blog.atom',
      title: { value: 'Lorewright blog' },
      updated: '2025-06-01T10:00:00Z',
      authors: [{ name: 'Lorewright' }],
      links: [
        { rel: 'self', href: 'https://lorewright.example/blog.atom' },
        { rel: 'alternate', href: 'https://lorewright.example/blog' },
      ],
    });
    expect(feed.entries).toMatchObject([
      {
        id: 'https://lorewright.example/blog/maps',
        title: { value: 'A & <B>' },
        authors: [{ name: 'Ada Vey' }],
        summary: { value: 'All about maps.' },
        published: '2025-05-14T00:00:00Z',
        updated: '2025-06-01T10:00:00Z',
        content: { type: 'html', value: html },
        links: [{ rel: 'alternate', href: 'https://lorewright.example/blog/maps' }],
      },
      { authors: [{ name: 'Ben Oar' }], published: '2025-04-30T00:00:00Z', updated: '2025-05-02T08:30:00Z' },
    ]);
  });

  it('renders the text, author and dates in RSS', () => {
    const feed = parseRssFeed(contentOf(files, 'blog.rss'));
    expect(feed).toMatchObject({
      title: 'Lorewright blog',
      link: 'https://lorewright.example/blog',
      language: 'en',
    });
    expect(feed.items).toMatchObject([
      {
        title: 'A & <B>',
        link: 'https://lorewright.example/blog/maps',
        guid: { value: 'https://lorewright.example/blog/maps', isPermaLink: true },
        // The format of RFC 822.
        pubDate: 'Wed, 14 May 2025 00:00:00 GMT',
        dc: { creators: ['Ada Vey'] },
        description: 'All about maps.',
        content: { encoded: html },
      },
      { pubDate: 'Wed, 30 Apr 2025 00:00:00 GMT', dc: { creators: ['Ben Oar'] } },
    ]);
  });

  it.each(['blog.atom', 'blog.rss'])('uses only absolute addresses in %s', (key) => {
    const addresses = [...contentOf(files, key).matchAll(/href=(?:"|&quot;)([^"&]+)/g)].map(
      ([, href]) => href,
    );
    expect(addresses.length).toBeGreaterThan(2);
    for (const address of addresses) expect(address).toMatch(/^https:\/\/lorewright\.example\//);
  });

  it('keeps an article whose text is not available, and ends after ten', async () => {
    const many = Array.from({ length: 12 }, (_, index) => article(`a${index}`));
    const feed = parseAtomFeed(contentOf(await renderer.renderLists(many, many.slice(1)), 'blog.atom'));
    expect(feed.entries).toHaveLength(10);
    expect(feed.entries?.[0]).toMatchObject({
      title: { value: 'On a0' },
      content: { type: 'text', value: 'All about a0.' },
    });
  });
});
