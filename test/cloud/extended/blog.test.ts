import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { parseFeed } from 'feedsmith';
import { beforeAll, expect, test, vi } from 'vitest';
import { readStack } from '../../../local/read-stack.ts';
import { type BlogDesk, openBlogDesk, storedArticle } from '../../blog-desk.ts';
import { firstArticles } from '../../site-paths.ts';
import { cloud, siteUrl } from '../site.ts';

const inTime = { timeout: 20_000 };

let desk: BlogDesk;
beforeAll(async () => {
  desk = await openBlogDesk(cloud.dir);
});

const statusOf = async (path: string) => (await fetch(siteUrl + path)).status;
const textOf = async (path: string) => (await fetch(siteUrl + path)).text();

/** The slugs of all list pages in their order, read like a browser that pages through them. */
async function listedSlugs(): Promise<string[][]> {
  const pages: string[][] = [];
  for (let page = 1, pageCount = 1; page <= pageCount; page++) {
    const file = page === 1 ? '/blog/articles.json' : `/blog/page/${page}/articles.json`;
    const data = await (await fetch(siteUrl + file)).json();
    pageCount = data.pageCount;
    pages.push(data.articles.map(({ slug }: { slug: string }) => slug));
  }
  return pages;
}

test('adds twenty articles that are published at once to the list, the sitemap and the feeds', async () => {
  const slugs = Array.from({ length: 20 }, (_, index) => `at-once-${String(index).padStart(2, '0')}`);
  await Promise.all(slugs.map((slug) => desk.put(storedArticle(slug, { createdAt: '2025-10-01' }))));

  await vi.waitFor(async () => {
    const listed = (await listedSlugs()).flat();
    expect(listed).toEqual(expect.arrayContaining(slugs));
  }, inTime);
  const pages = await listedSlugs();
  expect(pages.map(({ length }) => length)).toEqual([10, 10, 3]);
  expect(pages.flat()).toHaveLength(20 + firstArticles().length);
  const sitemap = await textOf('/sitemap-articles.xml');
  for (const slug of slugs) {
    expect(await statusOf(`/blog/${slug}`), slug).toBe(200);
    expect(sitemap).toContain(`/blog/${slug}</loc>`);
  }
  for (const path of ['/blog.atom', '/blog.rss']) {
    const { feed } = parseFeed(await textOf(path));
    expect(('entries' in feed ? feed.entries : 'items' in feed ? feed.items : undefined)?.length).toBe(10);
  }

  await Promise.all(slugs.map((slug) => desk.put(storedArticle(slug, { status: 'draft' }))));
  await vi.waitFor(async () => {
    const listed = (await listedSlugs()).flat();
    expect(listed.filter((slug) => slugs.includes(slug))).toEqual([]);
  }, inTime);
  // The article pages are removed after the lists that link to them.
  for (const slug of slugs) {
    await vi.waitFor(async () => expect(await statusOf(`/blog/${slug}`), slug).toBe(404), inTime);
    await vi.waitFor(
      async () => expect(await statusOf(`/blog/${slug}/article.json`), slug).toBe(404),
      inTime,
    );
  }
  expect(await statusOf('/blog/page/2')).toBe(404);
}, 60_000);

test('publishes a newsletter below /letters, and not in the blog', async () => {
  expect(await textOf('/letters')).toContain('No newsletter has been sent yet.');
  await desk.put(storedArticle('spring', { status: 'letter' }));
  await vi.waitFor(async () => expect(await textOf('/letters')).toContain('/letters/spring'), inTime);
  for (const path of ['/letters/spring', '/letters/spring/article.json', '/letters.atom', '/letters.rss'])
    expect(await statusOf(path), path).toBe(200);
  expect(await textOf('/sitemap-letters.xml')).toContain('/letters/spring</loc>');
  for (const path of ['/blog/spring', '/letters/atlantis', '/letters/name-the-relation'])
    expect(await statusOf(path), path).toBe(404);
}, 60_000);

test('serves files of the blog with their content types and with the headers of other pages', async () => {
  const [page, data, atom, rss] = await Promise.all(
    ['/blog', '/blog/articles.json', '/blog.atom', '/blog.rss'].map((path) => fetch(siteUrl + path)),
  );
  const typeOf = (response?: Response) => response?.headers.get('content-type');
  expect([page, data, atom, rss].map(typeOf)).toEqual([
    'text/html; charset=utf-8',
    'application/json',
    'application/atom+xml; charset=utf-8',
    'application/rss+xml; charset=utf-8',
  ]);
  const home = await fetch(`${siteUrl}/`);
  expect(page?.headers.get('cache-control')).toBe(home.headers.get('cache-control'));
  expect(page?.headers.get('content-security-policy')).toBe(home.headers.get('content-security-policy'));
});

test('keeps the published article when its record is invalid', async () => {
  await desk.put(storedArticle('sound'));
  await vi.waitFor(async () => expect(await statusOf('/blog/sound/article.json')).toBe(200), inTime);
  const before = await textOf('/blog/sound/article.json');
  await desk.put({ ...storedArticle('sound'), content: 'No list of sections.' as never });
  await desk.put(storedArticle('after-it'));
  await vi.waitFor(async () => expect(await statusOf('/blog/after-it')).toBe(200), inTime);
  expect(await textOf('/blog/sound/article.json')).toContain(JSON.parse(before).article.updatedAt);
});

test('renders every article again after a new build of the site', async () => {
  const { s3 } = desk.connection;
  const Bucket = (await readStack()).siteBucket;
  const path = '/blog/name-the-relation';
  await s3.send(new DeleteObjectCommand({ Bucket, Key: `${path.slice(1)}/index.html` }));
  expect(await statusOf(path)).toBe(404);
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: 'build.json' }));
  await s3.send(
    new PutObjectCommand({ Bucket, Key: 'build.json', Body: await Body?.transformToByteArray() }),
  );
  await vi.waitFor(async () => expect(await statusOf(path)).toBe(200), inTime);
});
