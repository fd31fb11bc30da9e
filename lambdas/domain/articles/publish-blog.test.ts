import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { publishArticle } from './publish-article.ts';
import { publishBlog } from './publish-blog.ts';
import { articleOf, plainRenderer } from './test-blog.ts';
import { testSite } from './test-site.ts';
import type { BlogDependencies } from './write-blog.ts';

const { publish, publishAll, dependencies, put, remove, keys, read, files, filesOfTable, ...site } =
  testSite();
const { refreshed, report, s3, writes, forgetWrites, killAt, killNoMore } = site;

const later = (ms: number) => new Date(Date.now() + ms);

test('without articles there is a list that is empty, feeds and a sitemap', async () => {
  await publishAll();
  expect((await keys()).sort()).toEqual([
    'blog.atom',
    'blog.rss',
    'blog/articles.json',
    'blog/index.html',
    'blog/published.json',
    'sitemap-articles.xml',
  ]);
});

test('a new build writes every page anew, and the CDN is told in one word', async () => {
  for (let number = 10; number < 70; number++) await put(articleOf(`article-${number}`));
  await publishAll();
  forgetWrites();
  const renderer = {
    ...plainRenderer,
    renderArticle: async (...given: Parameters<typeof plainRenderer.renderArticle>) =>
      (await plainRenderer.renderArticle(...given)).map((file) => ({
        ...file,
        content: `${file.content} with other scripts`,
      })),
  };
  await publishBlog({ ...dependencies(), renderer });
  for (const slug of ['article-10', 'article-69'])
    expect(await read(`blog/${slug}/index.html`)).toContain('with other scripts');
  // The lists are the same.
  expect(writes().filter((name) => !/blog\/article-|published/.test(name))).toEqual(['refresh']);
  expect(refreshed).toEqual(['/blog*']);
});

test('what the record lacks is found in the table, and what the table lacks goes', async () => {
  for (const slug of ['gone', 'kept']) await put(articleOf(slug));
  await publishAll();
  await remove('gone');
  await put(articleOf('new'));
  await s3.send(
    new PutObjectCommand({ Bucket: 'site', Key: 'blog/nobody/index.html', Body: 'Left behind.' }),
  );
  await publishAll();
  const found = await files();
  expect(Object.keys(found).filter((key) => /^blog\/[a-z]+\/index/.test(key))).toEqual([
    'blog/kept/index.html',
    'blog/new/index.html',
  ]);
  expect(found).toEqual(await filesOfTable());
});

test('a record that was lost is made again', async () => {
  await put(articleOf('maps'));
  await publishAll();
  const before = await files();
  await s3.send(new DeleteObjectCommand({ Bucket: 'site', Key: 'blog/published.json' }));
  await remove('maps');
  await put(articleOf('songs'));
  await publishAll();
  expect(await files()).not.toEqual(before);
  expect(await files()).toEqual(await filesOfTable());
});

describe('an article that is not as it should be', () => {
  beforeEach(async () => {
    for (const slug of ['first', 'second']) await put(articleOf(slug));
    await publishAll();
    await put({ ...articleOf('first'), headline: '' });
    await put({ ...articleOf('third'), headline: '' });
    await put(articleOf('second', { headline: 'Another one' }));
  });

  test('stays as it was published, while the others go on', async () => {
    await publishAll();
    expect(report.mock.calls.map(([slug]) => slug).sort()).toEqual(['first', 'third']);
    expect(await read('blog/index.html')).toContain('The headline of first, Another one');
    expect(await read('blog/first/index.html')).toContain('The headline of first');
    expect(await keys()).not.toContain('blog/third/index.html');
  });

  test('goes when it is taken back', async () => {
    await put({ ...articleOf('first', { status: 'draft' }), headline: '' });
    await publishAll();
    expect(report.mock.calls.map(([slug]) => slug)).toEqual(['third']);
    expect(await keys()).not.toContain('blog/first/index.html');
    expect(await read('blog/index.html')).not.toContain('first');
  });
});

describe('an article that cannot be rendered', () => {
  const renderer = {
    ...plainRenderer,
    renderArticle: async (...given: Parameters<typeof plainRenderer.renderArticle>) => {
      if (given[0].author === 'Nobody')
        throw new AggregateError([new TypeError('no such component')], 'Rendering failed');
      return plainRenderer.renderArticle(...given);
    },
  };

  test('is reported, and stays in nobody’s way', async () => {
    await put(articleOf('a-good', { createdAt: '2025-09-01' }));
    await put(articleOf('b-good', { createdAt: '2025-09-03' }));
    const expected = await filesOfTable();
    await put(articleOf('bad', { createdAt: '2025-09-02', author: 'Nobody' }));
    for (const publishAgain of [publishBlog, (all: BlogDependencies) => publishArticle(all, 'bad')]) {
      report.mockReset();
      await publishAgain({ ...dependencies(), renderer });
      expect(report).toHaveBeenCalledExactlyOnceWith('bad', [
        'It cannot be rendered.',
        'Rendering failed',
        'TypeError: no such component',
      ]);
      // Not in the lists, not in the sitemap, and nobody's neighbor.
      expect(await files()).toEqual(expected);
      expect(JSON.parse(await read('blog/published.json'))).toMatchObject({
        articles: [{ slug: 'b-good' }, { slug: 'a-good' }],
        pending: { slugs: [], lists: false, untold: [] },
      });
    }
  });

  test('keeps the page that it has', async () => {
    await put(articleOf('maps'));
    await publishAll();
    const page = await read('blog/maps/index.html');
    await put(articleOf('maps', { author: 'Nobody' }));
    await publishArticle({ ...dependencies(), renderer }, 'maps');
    expect(await read('blog/maps/index.html')).toBe(page);
    expect(await read('blog/index.html')).toContain('The headline of maps');
  });

  test('is published once it can be', async () => {
    await put(articleOf('maps', { author: 'Nobody' }));
    await publishArticle({ ...dependencies(), renderer }, 'maps');
    expect(await keys()).not.toContain('blog/maps/index.html');
    await put(articleOf('maps'));
    await publishArticle({ ...dependencies(), renderer }, 'maps');
    expect(await files()).toEqual(await filesOfTable());
  });
});

test('lists come once, after all articles, and before those they led to go', async () => {
  const slugs = Array.from({ length: 60 }, (_, index) => `article-${10 + index}`);
  for (const slug of slugs) await put(articleOf(slug));
  await put(articleOf('gone'));
  await publishArticle(dependencies(), 'gone');
  await remove('gone');
  forgetWrites();
  const renderLists = vi.fn(plainRenderer.renderLists);
  await publishBlog({ ...dependencies(), renderer: { ...plainRenderer, renderLists } });
  expect(renderLists).toHaveBeenCalledOnce();
  const names = writes().filter((name) => name !== 'Put blog/published.json');
  const kinds = names.map((name) => {
    if (name.startsWith('Put blog/article-')) return 'article';
    return name.startsWith('Delete blog/gone/') ? 'removal' : name.startsWith('Put') ? 'list' : name;
  });
  expect(kinds.filter((kind, index) => kind !== kinds[index - 1])).toEqual([
    'article',
    'list',
    'removal',
    'refresh',
  ]);
});

test('nobody leaves a new build to one who may still render for the one before', async () => {
  await put(articleOf('maps'));
  const paused = Promise.withResolvers<void>();
  const waiting = Promise.withResolvers<void>();
  const old = {
    ...plainRenderer,
    renderArticle: async (...given: Parameters<typeof plainRenderer.renderArticle>) => {
      waiting.resolve();
      await paused.promise;
      return (await plainRenderer.renderArticle(...given)).map((file) => ({ ...file, content: 'old' }));
    },
  };
  const publishing = publishArticle({ ...dependencies(), renderer: old }, 'maps');
  await waiting.promise;
  const pause = vi.fn(async () => {
    paused.resolve();
    await publishing;
  });
  await publishBlog({ ...dependencies(), pause });
  expect(pause).toHaveBeenCalledOnce();
  expect(await read('blog/maps/index.html')).toContain('The headline of maps');
});

test('who waits all the time gives up in the end, so that the event comes again', async () => {
  await put(articleOf('maps'));
  killAt(2, 'before');
  await expect(publish('maps')).rejects.toThrow('killed');
  killNoMore();
  let now = 0;
  const pause = async () => {
    now += 20_000;
  };
  const impatient = { ...dependencies(), now: () => later(now), pause };
  impatient.worker.until = later(40_000).toISOString();
  await expect(publishBlog(impatient)).rejects.toThrow('all the time');
});
