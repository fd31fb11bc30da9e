import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { publishArticle } from './publish-article.ts';
import { publishBlog } from './publish-blog.ts';
import { articleOf, plainRenderer } from './test-blog.ts';
import { testSite } from './test-site.ts';

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

test('an article that cannot be rendered is reported, and stays in nobody’s way', async () => {
  await put(articleOf('bad'));
  await put(articleOf('good'));
  const renderer = {
    ...plainRenderer,
    renderArticle: async (...given: Parameters<typeof plainRenderer.renderArticle>) => {
      if (given[0].slug === 'bad') throw new TypeError('no such component');
      return plainRenderer.renderArticle(...given);
    },
  };
  await publishBlog({ ...dependencies(), renderer });
  expect(report).toHaveBeenCalledExactlyOnceWith('bad', [expect.stringContaining('no such component')]);
  expect(await keys()).toEqual(expect.arrayContaining(['blog/good/index.html', 'blog/index.html']));
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
