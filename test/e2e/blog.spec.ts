import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { serveDistribution } from '../../local/fakes/cloudfront/cdn.ts';
import { startS3 } from '../../local/fakes/s3/start-s3.ts';
import { allowInlineStyles } from '../../local/local-template.ts';
import { readStack } from '../../local/read-stack.ts';
import { listen } from '../../local/server/listen.ts';
import { localS3 } from '../../scripts/commands/stage/connect.ts';
import { openBlogDesk, storedArticle } from '../blog-desk.ts';
import type { CloudProcess } from '../cloud-process.ts';
import { runTeamCommand } from '../team-command.ts';
import { budgets } from './budgets.ts';
import { expectUsableByEveryone } from './expect-usable-by-everyone.ts';
import { watchVisit } from './first-visit.ts';
import { expect, expectComplaints, test, testInNewContext } from './fixtures.ts';
import { openPage } from './open-page.ts';

const text = (headline: string, body: string) => `---
slug: the-tide-tables
headline: ${headline}
author: Ada Vey
createdAt: 2025-09-01
description: What a harbor knows that its maps do not.
---

${body}
`;

const textOf = async (cloud: CloudProcess, path: string) => (await fetch(cloud.siteUrl + path)).text();
const statusOf = async (cloud: CloudProcess, path: string) => (await fetch(cloud.siteUrl + path)).status;
/**
 * The number of articles on a page of the list; undefined while the page does not exist. Further pages
 * are written a moment after the first one.
 */
async function countArticlesOf(cloud: CloudProcess, page: number): Promise<number | undefined> {
  const response = await fetch(`${cloud.siteUrl}/blog/page/${page}/articles.json`);
  return response.ok ? (await response.json()).articles.length : undefined;
}
const untilItSays = (cloud: CloudProcess, path: string, what: string) =>
  expect.poll(() => textOf(cloud, path), { timeout: 30_000, intervals: [50] }).toContain(what);

const headings = (page: Page, level: number) => page.getByRole('main').getByRole('heading', { level });

test('reports an article that does not arrive, and loads it after a reload or another click', {
  tag: '@extended',
}, async ({ page, complaints }) => {
  await openPage(page, '/blog');
  const headline = (await headings(page, 2).first().textContent()) ?? '';
  await page.route('**/article.json', (route) => route.abort());
  await page.getByRole('link', { name: headline }).click();
  await expect(headings(page, 1)).toHaveText('This page could not be loaded');
  await expect(page.getByRole('alert')).toHaveText(/^Loading chunk blog\/[\w-]+ failed\.$/);
  await page.goBack();
  await page.unroute('**/article.json');
  await page.getByRole('link', { name: headline }).click();
  await expect(headings(page, 1)).toHaveText(headline);

  await page.route('**/article.json', (route) => route.abort());
  await page.getByRole('link', { name: /^Previous/ }).click();
  await expect(headings(page, 1)).toHaveText('This page could not be loaded');
  await page.unroute('**/article.json');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(headings(page, 1)).not.toHaveText(headline);
  await expect(page.getByRole('article')).toBeVisible();
  await expectComplaints(complaints, /ERR_FAILED|Loading chunk/);
});

// These tests publish articles that would disturb other tests, and the last one ends the cloud.
test.describe('on a separate cloud', () => {
  test.describe.configure({ mode: 'default', timeout: 120_000 });

  testInNewContext.use({ baseURL: async ({ ownCloud }, use) => use(ownCloud.siteUrl) });

  testInNewContext(
    'publishes, changes and unpublishes an article',
    async ({ page, browser, ownCloud, complaints }, testInfo) => {
      const folder = testInfo.outputPath('blog');
      const file = join(folder, 'the-tide-tables.md');
      await mkdir(folder, { recursive: true });
      const article = async (...args: string[]) => {
        const outcome = await runTeamCommand(ownCloud.dir, 'scripts/commands/article.ts', ...args);
        expect(outcome, outcome.output).toMatchObject({ code: 0 });
      };
      const path = '/blog/the-tide-tables';

      await test.step('shows a published article in the browser, without JavaScript, and to feed readers', async () => {
        await writeFile(
          file,
          text('The Tide Tables', 'Every harbor keeps *two* clocks, see [the list](/blog).'),
        );
        await article('publish', file);
        // The list is written after the pages that it links to.
        await untilItSays(ownCloud, '/blog/articles.json', 'The Tide Tables');

        await openPage(page, '/blog');
        await expect(headings(page, 2).first()).toHaveText('The Tide Tables');
        await page.getByRole('link', { name: 'The Tide Tables' }).click();
        await expect(page).toHaveTitle('The Tide Tables · Lorewright');
        await expect(page.getByText('Every harbor keeps two clocks')).toBeVisible();
        await expect(page.getByText('Ada Vey · September 1, 2025 · 1 min read')).toBeVisible();
        await expectUsableByEveryone(page);

        const context = await browser.newContext({ javaScriptEnabled: false, baseURL: ownCloud.siteUrl });
        const plain = await context.newPage();
        await plain.goto(path);
        await expect(headings(plain, 1)).toHaveText('The Tide Tables');
        await expect(plain.getByText('Every harbor keeps two clocks')).toBeVisible();
        await context.close();

        for (const key of ['/blog.atom', '/blog.rss']) {
          await untilItSays(ownCloud, key, 'Every harbor keeps &lt;em&gt;two&lt;/em&gt; clocks');
        }
        await untilItSays(ownCloud, '/sitemap-articles.xml', `${path}</loc>`);
      });

      await test.step('shows the change everywhere', async () => {
        await writeFile(file, text('The Tide Tables, Again', 'Every harbor keeps three clocks.'));
        await article('publish', file);
        await untilItSays(ownCloud, '/blog/articles.json', 'The Tide Tables, Again');
        await openPage(page, path);
        await expect(headings(page, 1)).toHaveText('The Tide Tables, Again');
        await page.getByRole('link', { name: 'Blog', exact: true }).first().click();
        await expect(headings(page, 2).first()).toHaveText('The Tide Tables, Again');
      });

      await test.step('removes an unpublished article, for old links and for visitors on the site', async () => {
        await article('unpublish', 'the-tide-tables');
        await expect.poll(() => statusOf(ownCloud, path), { timeout: 20_000, intervals: [50] }).toBe(404);
        // The list was loaded before.
        await page.getByRole('link', { name: 'The Tide Tables, Again' }).click();
        await expect(page).toHaveURL(ownCloud.siteUrl + path);
        await expect(headings(page, 1)).toHaveText('Here be dragons');
        await page.goto(path);
        await expect(headings(page, 1)).toHaveText('Here be dragons');
        await expect
          .poll(() => textOf(ownCloud, '/sitemap-articles.xml'), { intervals: [50] })
          .not.toContain(`${path}</loc>`);
        await expect
          .poll(() => textOf(ownCloud, '/blog/articles.json'), { intervals: [50] })
          .not.toContain('The Tide Tables');
        await openPage(page, '/blog');
        await expect(page.getByRole('link', { name: 'The Tide Tables, Again' })).toHaveCount(0);
        // The browser logs both responses.
        await expectComplaints(complaints, /404/);
      });
    },
  );

  testInNewContext('shows hostile content of an article as text', async ({ page, ownCloud }) => {
    const desk = await openBlogDesk(ownCloud.dir);
    const hostile = `</script><script>document.title='taken'</script><img src=x onerror="document.title='taken'">`;
    const article = storedArticle('hostile', {
      headline: `Hostile ${hostile}`,
      author: hostile,
      description: hostile,
      content: [
        { type: 'header', level: 2, content: hostile },
        { type: 'paragraph', content: `${hostile} and [a link](javascript:document.title='taken')` },
        { type: 'list', content: [{ content: '[another](data:text/html,<script>alert(1)</script>)' }] },
      ],
    });
    await desk.put(article);
    await expect
      .poll(() => statusOf(ownCloud, '/blog/hostile'), { timeout: 20_000, intervals: [50] })
      .toBe(200);
    // The list is published after the article.
    await untilItSays(ownCloud, '/blog', 'Hostile');
    for (const path of ['/blog/hostile', '/blog']) {
      await openPage(page, path);
      await expect(page.getByText('<script>').first()).toBeVisible();
      await expect(page).not.toHaveTitle('taken');
      expect(
        await page.locator('main img[onerror], main a[href^="javascript"], main a[href^="data"]').count(),
      ).toBe(0);
    }
    await test.step('unpublishes it', async () => {
      await desk.put({ ...article, status: 'draft' });
      await expect
        .poll(() => statusOf(ownCloud, '/blog/hostile'), { timeout: 20_000, intervals: [50] })
        .toBe(404);
    });
  });

  testInNewContext(
    'lists 25 articles on small pages of ten',
    { tag: '@extended' },
    async ({ page, ownCloud }) => {
      const desk = await openBlogDesk(ownCloud.dir);
      for (let index = 0; index < 22; index++) {
        const slug = `old-${String(index).padStart(2, '0')}`;
        await desk.put(storedArticle(slug, { createdAt: `2024-01-${String(28 - index).padStart(2, '0')}` }));
      }
      await expect
        .poll(() => textOf(ownCloud, '/blog/articles.json'), { timeout: 30_000, intervals: [50] })
        .toContain('"pageCount":3');
      await expect
        .poll(() => countArticlesOf(ownCloud, 3), {
          timeout: 30_000,
        })
        .toBe(5);

      const countVisit = watchVisit(page);
      await openPage(page, '/blog');
      expect((await countVisit()).documentBytes).toBeLessThanOrEqual(budgets.documentBytes);
      await expect(headings(page, 2)).toHaveCount(10);
      await page.getByRole('link', { name: 'Older articles' }).click();
      await expect(page).toHaveTitle('Blog, page 2 · Lorewright');
      await expect(headings(page, 2)).toHaveText(
        Array.from({ length: 10 }, (_, i) => `On old-${String(i + 7).padStart(2, '0')}`),
      );
      await page.getByRole('link', { name: 'Older articles' }).click();
      await expect(page.getByText('Page 3 of 3')).toBeVisible();
      await expect(headings(page, 2)).toHaveCount(5);
      await expect(page.getByRole('link', { name: 'Older articles' })).toHaveCount(0);
      await expectUsableByEveryone(page);

      // A visitor opens the page from a link.
      await openPage(page, '/blog/page/2');
      await expect(headings(page, 2)).toHaveCount(10);
      await page.goBack();
      await expect(page.getByText('Page 3 of 3')).toBeVisible();
    },
  );

  testInNewContext(
    'serves readers without tables and functions',
    { tag: '@extended' },
    async ({ page, ownCloud }) => {
      await ownCloud.kill();
      const stack = await readStack();
      const objects = await startS3({
        dir: join(ownCloud.dir, 'objects'),
        buckets: stack.buckets.map(({ name }) => name),
        onObjectCreated: async () => {},
      });
      const s3 = localS3(objects.endpoint);
      const nobody = await listen((_request, response) => response.writeHead(503).end());
      const site = await listen(
        serveDistribution({
          behaviors: allowInlineStyles(stack.behaviors, 'dist/web'),
          s3,
          gatewayPort: nobody.port,
          resolveSecrets: (value) => value,
          resolveAttribute: () => Promise.reject(new Error('Nothing was deployed.')),
          invoke: () => Promise.reject(new Error('No function runs.')),
        }),
      );
      try {
        await openPage(page, `http://localhost:${site.port}/blog`);
        const headline = (await headings(page, 2).first().textContent()) ?? '';
        await page.getByRole('link', { name: headline }).click();
        await expect(headings(page, 1)).toHaveText(headline);
        await page.getByRole('link', { name: /^Previous/ }).click();
        await expect(headings(page, 1)).not.toHaveText(headline);
        for (const path of ['/blog.atom', '/blog.rss', '/sitemap-articles.xml']) {
          expect((await fetch(`http://localhost:${site.port}${path}`)).status).toBe(200);
        }
      } finally {
        for (const server of [site, nobody]) await server.close();
        s3.destroy();
        await objects.stop();
        await ownCloud.restart();
      }
    },
  );
});
