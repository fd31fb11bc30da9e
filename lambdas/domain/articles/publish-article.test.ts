import { GetObjectCommand } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, test } from 'vitest';
import { publishArticle } from './publish-article.ts';
import { articleOf } from './test-blog.ts';
import { testSite } from './test-site.ts';

const { publish, publishAll, dependencies, put, remove, keys, read, files, filesOfTable, ...site } =
  testSite();
const { refreshed, report, s3, writes, forgetWrites, killAt, killNoMore } = site;

const listFiles = [
  'blog.atom',
  'blog.rss',
  'blog/articles.json',
  'blog/index.html',
  'blog/published.json',
  'sitemap-articles.xml',
];

test('an article gets its page, and lists, feeds and the sitemap have it', async () => {
  await put(articleOf('maps'));
  await publish('maps');
  expect((await keys()).sort()).toEqual(
    ['blog/maps/article.json', 'blog/maps/index.html', ...listFiles].sort(),
  );
  expect(await read('blog/maps/index.html')).toContain('Once upon a time.');
  for (const key of ['blog/index.html', 'blog.atom', 'blog.rss'])
    expect(await read(key)).toContain('The headline of maps');
  expect(await read('sitemap-articles.xml')).toContain('maps');
  expect(JSON.parse(await read('blog/published.json'))).toEqual({
    revision: 2,
    articles: [expect.objectContaining({ slug: 'maps', readingMinutes: 1 })],
    pending: { slugs: [], lists: false, untold: [] },
  });
});

test('a page is asked for again at the CDN, and says what it is', async () => {
  await put(articleOf('maps'));
  await publish('maps');
  const { ContentType: type, CacheControl: cache } = await s3.send(
    new GetObjectCommand({ Bucket: 'site', Key: 'blog/maps/index.html' }),
  );
  expect([type, cache]).toEqual(['text/html; charset=utf-8', 'public, max-age=0, must-revalidate']);
});

test('the CDN is told of what changed, and of nothing else', async () => {
  for (const day of [1, 2, 3, 4]) {
    await put(articleOf(`day-${day}`, { createdAt: `2025-09-0${day}` }));
    await publish(`day-${day}`);
  }
  forgetWrites();
  await put(articleOf('day-1', { createdAt: '2025-09-01', updatedAt: '2025-10-01T00:00:00Z' }));
  await publish('day-1');
  expect(refreshed.sort()).toEqual([
    '/blog.atom',
    '/blog.rss',
    '/blog/day-1',
    '/blog/day-1/',
    '/blog/day-1/article.json',
    '/blog/day-1/index.html',
    '/sitemap-articles.xml',
  ]);
});

test('the same again writes nothing but the record, and tells nobody', async () => {
  await put(articleOf('maps'));
  await publish('maps');
  forgetWrites();
  await publish('maps');
  await publishAll();
  expect(new Set(writes())).toEqual(new Set(['Put blog/published.json']));
});

describe('an article that is changed', () => {
  beforeEach(async () => {
    for (const day of [1, 2, 3]) await put(articleOf(`day-${day}`, { createdAt: `2025-09-0${day}` }));
    await publishAll();
  });

  test('shows as it is now, also beside its neighbors', async () => {
    await put(articleOf('day-2', { createdAt: '2025-09-02', headline: 'Another one' }));
    await publish('day-2');
    for (const key of ['blog/day-1/index.html', 'blog/day-3/index.html', 'blog/index.html'])
      expect(await read(key)).toContain('Another one');
    expect(await files()).toEqual(await filesOfTable());
  });

  test('moves with its date, and so do its neighbors', async () => {
    await put(articleOf('day-3', { createdAt: '2025-08-01' }));
    await publish('day-3');
    expect(await read('blog/index.html')).toContain('day-2, The headline of day-1, The headline of day-3');
    expect(await files()).toEqual(await filesOfTable());
  });

  test.each([
    ['taken back', () => put(articleOf('day-2', { status: 'draft' }))],
    ['taken back with a fault', () => put({ ...articleOf('day-2', { status: 'draft' }), headline: 7 })],
    ['deleted', () => remove('day-2')],
  ])('to be %s is gone, and its neighbors are each other’s', async (_, change) => {
    await change();
    await publish('day-2');
    expect((await keys()).filter((key) => key.startsWith('blog/day-2/'))).toEqual([]);
    expect(await read('blog/day-1/index.html')).toContain('none < The headline of day-3');
    expect(await files()).toEqual(await filesOfTable());
  });

  test('twice at once ends as the table has it', async () => {
    const edit = async (headline: string) => {
      await put(articleOf('day-2', { createdAt: '2025-09-02', headline }));
      await publish('day-2');
    };
    await Promise.all([edit('One'), edit('Two')]);
    expect(await files()).toEqual(await filesOfTable());
  });

  test('to something that is none stays as it was, and the team reads where it is wrong', async () => {
    const before = await files();
    await put({
      ...articleOf('day-2'),
      createdAt: 'yesterday',
      content: [{ type: 'poem', content: 'Secret.' }],
    });
    await publish('day-2');
    expect(report).toHaveBeenCalledExactlyOnceWith('day-2', [
      expect.stringContaining('createdAt'),
      expect.stringContaining('content.0'),
    ]);
    expect(JSON.stringify(report.mock.calls)).not.toContain('Secret');
    expect(await files()).toEqual(before);
  });
});

test('a draft leaves no trace, not even of its name', async () => {
  await put(articleOf('secret', { status: 'draft' }));
  await publish('secret');
  expect(await keys()).toEqual(['blog/published.json']);
  expect(await read('blog/published.json')).not.toContain('secret');
});

test('twenty at once are all there, each on its page and in the lists', async () => {
  const slugs = Array.from({ length: 20 }, (_, index) => `article-${index}`);
  await Promise.all(
    slugs.map(async (slug, index) => {
      await put(articleOf(slug, { createdAt: `2025-09-${10 + index}` }));
      await publish(slug);
    }),
  );
  const listed = (await read('blog/articles.json')) + (await read('blog/page/2/articles.json'));
  for (const slug of slugs) {
    expect(listed).toContain(`The headline of ${slug}`);
    expect(await read(`blog/${slug}/index.html`)).toContain(`The headline of ${slug}`);
  }
  expect(await files()).toEqual(await filesOfTable());
});

describe('25 articles', () => {
  beforeEach(async () => {
    for (let day = 1; day <= 25; day++)
      await put(articleOf(`day-${day}`, { createdAt: `2025-09-${String(day).padStart(2, '0')}` }));
    await publishAll();
  });

  test('fill three pages', async () => {
    expect((await keys()).filter((key) => key.startsWith('blog/page/'))).toEqual([
      'blog/page/2/articles.json',
      'blog/page/2/index.html',
      'blog/page/3/articles.json',
      'blog/page/3/index.html',
    ]);
  });

  test('of which the last goes with what stood on it', async () => {
    for (let day = 1; day <= 5; day++) {
      await remove(`day-${day}`);
      await publish(`day-${day}`);
    }
    expect((await keys()).filter((key) => key.startsWith('blog/page/'))).toEqual([
      'blog/page/2/articles.json',
      'blog/page/2/index.html',
    ]);
    expect(await files()).toEqual(await filesOfTable());
  });

  test('and one that is called like the folder of the pages do not disturb each other', async () => {
    await put(articleOf('page'));
    await publish('page');
    expect(await read('blog/page/index.html')).toContain('The headline of page');
    await remove('page');
    await publish('page');
    expect((await keys()).filter((key) => key.startsWith('blog/page/'))).toHaveLength(4);
  });
});

describe('a run that is killed', () => {
  /** One article is new and another one is gone; nobody was told yet. */
  async function startWorld(): Promise<void> {
    await remove('day-4');
    for (const day of [1, 2, 3]) await put(articleOf(`day-${day}`, { createdAt: `2025-09-0${day}` }));
    await publishAll();
    await put(articleOf('day-4', { createdAt: '2025-09-04' }));
    await remove('day-1');
    forgetWrites();
  }

  const run = async (eventId: string) => {
    await publish('day-4', eventId);
    await publish('day-1', `${eventId} again`);
  };

  test('at any of its writes, and repeated, ends as if it had not been', { timeout: 120_000 }, async () => {
    await startWorld();
    await run('undisturbed');
    const total = writes().length;
    expect(total).toBeGreaterThan(15);
    const expected = await files();
    expect(await filesOfTable()).toEqual(expected);
    for (let number = 1; number <= total; number++) {
      for (const when of ['before', 'after'] as const) {
        await startWorld();
        killAt(number, when);
        await expect(run(`event ${number} ${when}`)).rejects.toThrow('killed');
        killNoMore();
        await run(`event ${number} ${when}`);
        expect(await files(), `killed ${when} write ${number}: ${writes()[number - 1]}`).toEqual(expected);
        expect(refreshed.some((path) => path === '/blog*' || path === '/blog/day-4/index.html')).toBe(true);
        expect(JSON.parse(await read('blog/published.json'))).not.toHaveProperty('worker');
      }
    }
  });

  test('is finished by the next one, once its time is over', async () => {
    await put(articleOf('maps'));
    await put(articleOf('songs'));
    killAt(2, 'before');
    await expect(publish('maps')).rejects.toThrow('killed');
    killNoMore();
    await publish('songs');
    // It might still be at work.
    expect(await keys()).toEqual(['blog/published.json']);
    const later = { ...dependencies(), now: () => new Date(Date.now() + 60_000) };
    later.worker.until = new Date(Date.now() + 120_000).toISOString();
    await publishArticle(later, 'songs');
    expect(refreshed).toContain('/blog*');
    expect(await files()).toEqual(await filesOfTable());
  });
});
