import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { pictureFiles } from '../../../contract/content/picture-files.ts';
import { type StoredArticle, storedArticle } from '../../../contract/records/article.ts';
import { openBlogDesk, storedArticle as storedItem } from '../../blog-desk.ts';
import { mailsTo } from '../../person.ts';
import { registerAdmin } from '../../registered-admin.ts';
import { runTeamCommand } from '../../team-command.ts';
import { ownCloud, siteUrl } from '../site.ts';

const cloud = ownCloud();

const ourSlugs = ['read-your-draft-with-a-structure', 'name-the-relation', 'a-map-is-a-list-of-delays'];
let dir: string;

/** An article that is in the repository. */
const file = 'content/blog/name-the-relation.md';

const isSeeded = () => existsSync(join(cloud.dir, 'seeded-articles'));
const waitUntilSeeded = () => vi.waitFor(() => expect(isSeeded()).toBe(true), { timeout: 60_000 });

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lorewright-articles-'));
});

afterAll(() => rm(dir, { recursive: true }));

const article = (...args: string[]) => runTeamCommand(cloud.dir, 'scripts/commands/article.ts', ...args);

async function readArticles(): Promise<StoredArticle[]> {
  const tables = (await (await fetch(`${siteUrl}/__local/tables.json`)).json()) as {
    DataArticles: StoredArticle[];
  };
  return tables.DataArticles;
}

const readArticle = async (slug: string) => (await readArticles()).find((record) => record.slug === slug);

/** The times of the ArticleChanged events that the local cloud still lists, newest first. */
async function eventTimes(slug: string): Promise<string[]> {
  const page = (await (await fetch(`${siteUrl}/__local/`)).text()).replaceAll('&#34;', '"');
  const events = page.split('<details>').filter((text) => text.includes(`"slug": "${slug}"`));
  return events.flatMap((text) => /<summary>(\S+) ArticleChanged /.exec(text)?.[1] ?? []);
}

/** Runs a command that must publish one ArticleChanged event. */
async function articleWithEvent(slug: string, ...args: string[]) {
  const startedAt = new Date().toISOString();
  const result = await article(...args);
  expect((await eventTimes(slug)).filter((time) => time >= startedAt)).toHaveLength(1);
  return result;
}

interface ArticleInput {
  slug: string;
  body?: string;
  headline?: string;
  createdAt?: string;
  cover?: string;
}

async function write({
  slug,
  body = 'Text.',
  headline = 'H',
  createdAt = '2025-09-01',
  cover,
}: ArticleInput) {
  const file = join(dir, `${slug}.md`);
  const coverFields = cover ? `cover: ${cover}\ncoverAlternative: A field.\n` : '';
  await writeFile(
    file,
    `---
slug: ${slug}
headline: ${headline}
author: A
createdAt: ${createdAt}
description: D
${coverFields}---

${body}
`,
  );
  return file;
}

async function writeCover(name: string, background: string, width = 1300): Promise<void> {
  const picture = sharp({ create: { width, height: Math.round(0.45 * width), channels: 3, background } });
  await picture.toFile(join(dir, name));
}

/** The articles in the table, newest first. */
const list = async () =>
  (await readArticles())
    .map(({ createdAt, status, slug }) => `${createdAt} ${status} ${slug}`)
    .sort()
    .reverse();

describe('a new local cloud', () => {
  test('publishes our articles, each with its cover', async () => {
    expect(await list()).toEqual([
      `2025-08-06 published ${ourSlugs[0]}`,
      `2025-07-02 published ${ourSlugs[1]}`,
      `2025-05-14 published ${ourSlugs[2]}`,
    ]);
    for (const slug of ourSlugs) {
      const record = storedArticle.parse(await readArticle(slug));
      expect(record.cover?.pictures.map(({ type, width }) => `${width} ${type}`)).toEqual([
        '480 image/avif',
        '480 image/webp',
        '800 image/avif',
        '800 image/webp',
        '1200 image/avif',
        '1200 image/webp',
        '1600 image/avif',
        '1600 image/webp',
      ]);
    }
  });

  test('keeps the team’s changes to them when it starts again', { timeout: 90_000 }, async () => {
    const [slug = '', other = ''] = ourSlugs;
    const desk = await openBlogDesk(cloud.dir);
    await desk.put({ ...storedArticle.parse(await readArticle(slug)), status: 'draft' });
    const before = await readArticles();
    // Simulates a first start that ended before it recorded that it was done.
    await rm(join(cloud.dir, 'seeded-articles'));
    await cloud.restart();
    await waitUntilSeeded();
    expect(await readArticles()).toEqual(before);
    expect([await eventTimes(slug), await eventTimes(other)]).toEqual([[], [expect.any(String)]]);
  });
});

describe('npm run article', () => {
  test('shows at the desk why the site refused an article, and sends an email to the team', async () => {
    const desk = await openBlogDesk(cloud.dir);
    await desk.put(storedItem('refused', { headline: '' }));
    const admin = await registerAdmin(siteUrl);
    await vi.waitFor(
      async () => {
        const { articles } = await admin.call('deskArticles', { status: 'published' });
        expect(articles).toContainEqual(
          expect.objectContaining({
            slug: 'refused',
            state: 'refused',
            problems: [expect.stringContaining('headline: ')],
          }),
        );
      },
      { timeout: 20_000 },
    );
    const mails = await mailsTo(siteUrl, 'team@lorewright.example');
    expect(mails.map(({ subject }) => subject)).toContain('1 article not published');
    await desk.put(storedItem('refused', { status: 'draft' }));
  });

  test('publishes an article with its cover', async () => {
    await writeCover('one.png', '#246');
    const file = await write({
      slug: 'one',
      body: '## A *part*\n\nText\n[here](/blog).\n\n- a',
      cover: 'one.png',
    });
    const { code, output } = await articleWithEvent('one', 'publish', file);
    expect([code, output]).toEqual([0, expect.stringContaining(`one is online: ${siteUrl}/blog/one`)]);
    const record = storedArticle.parse(await readArticle('one'));
    expect(record).toMatchObject({
      headline: 'H',
      author: 'A',
      createdAt: '2025-09-01',
      description: 'D',
      status: 'published',
      content: [
        { type: 'header', level: 2, content: 'A *part*' },
        { type: 'paragraph', content: 'Text [here](/blog).' },
        { type: 'list', content: [{ content: 'a' }] },
      ],
      cover: { alternative: 'A field.', width: 1300, height: 585 },
    });
    expect(record.cover?.pictures.map(({ width }) => width)).toEqual([
      480, 480, 800, 800, 1200, 1200, 1300, 1300,
    ]);
    for (const { url, type, width } of record.cover?.pictures ?? []) {
      const response = await fetch(siteUrl + url);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect((await sharp(await response.arrayBuffer()).metadata()).width).toBe(width);
    }
    expect(record.coverImageUrl).toMatch(/-1200\.webp$/);
    const social = await fetch(siteUrl + record.socialImageUrl);
    expect(social.headers.get('content-type')).toBe('image/png');
    expect(await sharp(await social.arrayBuffer()).metadata()).toMatchObject({ width: 1200, height: 630 });
  });

  test('publishes an unchanged article again without a change, but with an event for the site', async () => {
    const before = await readArticle('one');
    const { output } = await articleWithEvent('one', 'publish', join(dir, 'one.md'));
    expect(output).toContain('one is unchanged and online');
    expect(output).not.toContain('Uploaded');
    expect(await readArticle('one')).toEqual(before);
  });

  test('publishes changes, and keeps the pictures that earlier pages still use', async () => {
    const before = await readArticle('one');
    await writeCover('one.png', '#642');
    await article('publish', await write({ slug: 'one', headline: 'New', cover: 'one.png' }));
    const after = await readArticle('one');
    expect(after).toMatchObject({ headline: 'New', createdAt: '2025-09-01' });
    expect(after?.updatedAt.localeCompare(before?.updatedAt ?? '')).toBe(1);
    expect(after?.coverImageUrl).not.toBe(before?.coverImageUrl);
    for (const record of [before, after]) {
      for (const url of [record?.coverImageUrl, record?.socialImageUrl])
        expect((await fetch(siteUrl + url)).status).toBe(200);
    }
  });

  test('stores drafts beside published articles, and unpublishes these', async () => {
    const two = await write({ slug: 'two', createdAt: '2025-10-01' });
    expect((await article('draft', two)).output).toContain('two is stored as a draft.');
    await articleWithEvent('two', 'publish', two);
    const published = await readArticle('two');
    const { output } = await article(
      'draft',
      await write({ slug: 'two', headline: 'New', createdAt: '2025-10-01' }),
    );
    expect(output).toContain('two is stored as a draft. Visitors still see the published version.');
    expect(await readArticle('two')).toEqual(published);
    expect(await readArticle('two#draft')).toMatchObject({ status: 'draft', headline: 'New' });
    expect((await articleWithEvent('two', 'publish', two)).output).toContain('It replaces the draft of two.');
    expect(await readArticle('two#draft')).toBeUndefined();
    expect((await articleWithEvent('two', 'unpublish', 'two')).output).toContain(
      'two is offline. It is a draft now.',
    );
    const { status, ...rest } = storedArticle.parse(await readArticle('two'));
    expect([status, rest]).toEqual(['draft', expect.objectContaining({ content: published?.content })]);
    expect((await article('unpublish', 'one')).output).toContain('one is offline');
    expect((await list()).slice(0, 2)).toEqual(['2025-10-01 draft two', '2025-09-01 draft one']);
  });

  test('publishes a picture of the text, and refuses one that is not there', async () => {
    await writeCover('coast.jpg', '#135');
    const file = await write({ slug: 'coast', body: 'Text.\n\n![A coast.](coast.jpg)' });
    await article('publish', file);
    const { content } = storedArticle.parse(await readArticle('coast'));
    const [, picture] = content;
    expect(picture).toMatchObject({ type: 'picture', alternative: 'A coast.', width: 1300, height: 585 });
    const files = picture?.type === 'picture' ? pictureFiles(picture) : [];
    expect(files.map(({ width }) => width)).toEqual([480, 800, 1200, 1300]);
    for (const { url } of files)
      expect((await fetch(siteUrl + url)).headers.get('content-type')).toBe('image/jpeg');
    await article('unpublish', 'coast');
    const missing = await write({ slug: 'bad', body: 'Text.\n\n![x](/media/none.png "1x1")' });
    expect((await article('publish', missing)).output).toContain(
      'The picture /media/none.png does not exist.',
    );
    expect(await readArticle('bad')).toBeUndefined();
  });

  test('accepts one of two concurrent changes, and reports a conflict for the other', async () => {
    const headlines = ['Left', 'Right'];
    // The same name in two folders.
    const files = await Promise.all(
      headlines.map(async (headline) => {
        const file = await write({ slug: 'three', headline });
        const folder = await mkdtemp(join(dir, 'folder-'));
        await writeFile(join(folder, 'three.md'), await readFile(file));
        return join(folder, 'three.md');
      }),
    );
    const results = await Promise.all(files.map((file) => article('publish', file)));
    for (const { code, output } of results)
      expect(code === 0 || output.includes('Someone else has just changed three')).toBe(true);
    expect(results.some(({ code }) => code === 0)).toBe(true);
    expect(headlines).toContain((await readArticle('three'))?.headline);
  });

  test.each<[string, ArticleInput, string]>([
    [
      'a picture without a file',
      { slug: 'bad', body: 'Text.\n\n![x](y.png)' },
      'bad.md:11: the picture "y.png" does not exist',
    ],
    ['a missing cover', { slug: 'bad', cover: 'no.png' }, 'bad.md:7: the cover "no.png" does not exist'],
  ])('refuses %s, names the line and writes nothing', async (_what, input, message) => {
    const { code, output } = await article('publish', await write(input));
    expect(code).toBe(1);
    expect(output).toContain(message);
    expect(output).not.toMatch(/\bat .+:\d+:\d+/);
    expect(await readArticle(input.slug)).toBeUndefined();
  });

  test.each([
    [['publish', 'nowhere.md'], 'There is no file nowhere.md'],
    [['toString'], 'Usage:'],
    [['publish', file, '--stage', 'nowhere'], 'There is no stage "nowhere"'],
  ])('explains why %j fails', async (args, message) => {
    const { code, output } = await article(...args);
    expect(code).toBe(1);
    expect(output).toContain(message);
    expect(output).not.toMatch(/\bat .+:\d+:\d+/);
  });

  test('reports that the local cloud is not running, in which folder, and how to choose another', async () => {
    const { code, output } = await runTeamCommand(dir, 'scripts/commands/article.ts', 'publish', file);
    expect(code).toBe(1);
    expect(output).toContain(`The local cloud is not running in ${dir}.`);
    expect(output).toContain('set LOCAL_DIR to');
  });
});
