import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { articleCollections } from '../../../contract/records/article-collections.ts';
import type { BlogRenderer, RenderedFile } from '../../../contract/records/blog-renderer.ts';
import type { Refusal } from './article-store.ts';
import { blogStore, fileSettings } from './blog-store.ts';
import { articleOf, plainRenderers } from './test-blog.ts';
import { testSite } from './test-site.ts';

const { publish, publishAll, put, remove, keys, read, files, filesOfTable, ...site } = testSite();
const { s3, writes, forgetWrites, killAt, killNoMore } = site;

const plainRenderer = plainRenderers.blog;
const recordKey = 'blog/published.json';
const listFiles = [
  'blog.atom',
  'blog.rss',
  'blog/articles.json',
  'blog/index.html',
  'blog/search.json',
  'sitemap-articles.xml',
];
const record = async () => JSON.parse(await read(recordKey));
const putDays = async (...days: number[]) => {
  for (const day of days)
    await put(articleOf(`day-${day}`, { createdAt: `2025-09-${String(day).padStart(2, '0')}` }));
};
const pagesOf = async (slug: string, folder = 'blog') =>
  (await keys()).filter((key) => key.startsWith(`${folder}/${slug}/`));

describe('publishBlog', () => {
  it('writes a list, feeds and a sitemap when there are no articles', async () => {
    await publishAll();
    expect((await keys()).sort()).toEqual([...listFiles, recordKey].sort());
  });

  it('writes the page of an article, and shows it in lists, feeds and the sitemap', async () => {
    await put(articleOf('maps'));
    await publish(['maps']);
    expect((await keys()).sort()).toEqual(
      ['blog/maps/article.json', 'blog/maps/index.html', ...listFiles, recordKey].sort(),
    );
    expect(await read('blog/maps/index.html')).toContain('Once upon a time.');
    for (const key of ['blog/index.html', 'blog.atom', 'blog.rss'])
      expect(await read(key)).toContain('The headline of maps');
    expect(await read('sitemap-articles.xml')).toContain('maps');
    expect(await record()).toEqual({
      articles: [expect.objectContaining({ slug: 'maps', readingMinutes: 1 })],
      settings: fileSettings,
    });
  });

  it('sets the type of each file, and makes browsers revalidate it', async () => {
    await put(articleOf('maps'));
    await publish(['maps']);
    const { ContentType: type, CacheControl: cache } = await s3.send(
      new GetObjectCommand({ Bucket: 'site', Key: 'blog/maps/index.html' }),
    );
    expect([type, cache]).toEqual(['text/html; charset=utf-8', 'public, max-age=0, must-revalidate']);
  });

  it.each([fileSettings - 1, undefined])(
    'writes all files again if they have the settings %s',
    async (settings) => {
      await put(articleOf('maps'));
      await publish(['maps']);
      const { settings: _, ...older } = await record();
      const replace = { Bucket: 'site', Key: recordKey, Body: JSON.stringify({ ...older, settings }) };
      const object = { Bucket: 'site', Key: 'blog/maps/index.html' };
      await s3.send(new PutObjectCommand(replace));
      await s3.send(
        new PutObjectCommand({ ...object, Body: await read(object.Key), CacheControl: 'no-store' }),
      );
      forgetWrites();
      killAt(2);
      await expect(publishAll()).rejects.toThrow('killed');
      killNoMore();
      await publishAll();
      expect((await s3.send(new GetObjectCommand(object))).CacheControl).toBe(
        'public, max-age=0, must-revalidate',
      );
      expect(await record()).toMatchObject({ settings: fileSettings });
      forgetWrites();
      await publishAll();
      expect(writes()).toEqual([]);
    },
  );

  it('writes nothing when nothing has changed', async () => {
    await put(articleOf('maps'));
    await publish(['maps']);
    forgetWrites();
    await publish(['maps']);
    await publishAll();
    expect(writes()).toEqual([]);
  });

  it('updates the feeds when only the text of an article has changed', async () => {
    await put(articleOf('maps'));
    await publish(['maps']);
    await put(articleOf('maps', { content: [{ type: 'paragraph', content: 'Another text.' }] }));
    await publish(['maps']);
    expect(await read('blog.atom')).toContain('Another text.');
  });

  it('publishes nothing of a draft, not even its name', async () => {
    await put(articleOf('secret', { status: 'draft' }));
    await publish(['secret']);
    expect((await keys()).sort()).toEqual([...listFiles, recordKey].sort());
    expect(JSON.stringify(await files()) + (await read(recordKey))).not.toContain('secret');
  });

  it('publishes newsletters in a separate folder from articles', async () => {
    await put(articleOf('spring', { status: 'letter' }));
    await put(articleOf('maps'));
    await publishAll();
    const blogKeys = await keys();
    expect(blogKeys).not.toContain('blog/spring/index.html');
    const { letters } = articleCollections;
    const ofNewsletters = {
      collection: letters,
      blog: blogStore(s3, 'site', letters),
      renderer: plainRenderers.letters,
    };
    await publish(['spring', 'maps'], ofNewsletters);
    expect((await keys()).filter((key) => !blogKeys.includes(key)).sort()).toEqual([
      'letters.atom',
      'letters.rss',
      'letters/articles.json',
      'letters/index.html',
      'letters/published.json',
      'letters/spring/article.json',
      'letters/spring/index.html',
      'sitemap-letters.xml',
    ]);
    await put(articleOf('spring', { status: 'letter', headline: 'Another one' }));
    await publish(['spring'], ofNewsletters);
    const written = await read('letters/index.html');
    await s3.send(new PutObjectCommand({ Bucket: 'site', Key: 'letters/gone/index.html', Body: 'Old.' }));
    await publishAll(ofNewsletters);
    expect(await pagesOf('spring', 'letters')).toHaveLength(2);
    expect(await pagesOf('gone', 'letters')).toEqual([]);
    expect(await read('letters/index.html')).toBe(written);
  });

  it('keeps an article that the index does not list yet', async () => {
    await put(articleOf('maps'));
    await publish(['maps']);
    forgetWrites();
    await publishAll({ articles: { ...site.dependencies.articles, publishedSlugs: async () => [] } });
    expect(writes()).toEqual([]);
  });

  it('fails when another run writes at the same time', async () => {
    await put(articleOf('maps'));
    const renderArticle: BlogRenderer['renderArticle'] = async (...given) => {
      await publish(['maps']);
      return plainRenderer.renderArticle(...given);
    };
    await expect(publish(['maps'], { renderer: { ...plainRenderer, renderArticle } })).rejects.toThrow(
      'at the same time',
    );
  });
});

describe('an article that changed', () => {
  beforeEach(async () => {
    await putDays(1, 2, 3);
    await publishAll();
  });

  it('is updated on its page and on the pages of its neighbors', async () => {
    await put(articleOf('day-2', { createdAt: '2025-09-02', headline: 'Another one' }));
    await publish(['day-2']);
    for (const key of ['blog/day-1/index.html', 'blog/day-3/index.html', 'blog/index.html'])
      expect(await read(key)).toContain('Another one');
    expect(await files()).toEqual(await filesOfTable());
  });

  it('moves in the lists when its date changes, and updates its old and new neighbors', async () => {
    await put(articleOf('day-3', { createdAt: '2025-08-01' }));
    await publish(['day-3']);
    expect(await read('blog/index.html')).toContain('day-2, The headline of day-1, The headline of day-3');
    expect(await files()).toEqual(await filesOfTable());
  });

  it.each([
    ['becomes a draft', () => put(articleOf('day-2', { status: 'draft' }))],
    ['becomes an invalid draft', () => put({ ...articleOf('day-2', { status: 'draft' }), headline: 7 })],
    ['is deleted', () => remove('day-2')],
  ])('is removed when it %s', async (_, change) => {
    await change();
    await publish(['day-2']);
    expect(await pagesOf('day-2')).toEqual([]);
    expect(await read('blog/day-1/index.html')).toContain('none < The headline of day-3');
    expect(await files()).toEqual(await filesOfTable());
  });
});

describe('publishBlog with seven articles', { tags: 'extended' }, () => {
  beforeEach(async () => {
    await putDays(1, 2, 3, 4, 5, 6, 7);
    await publishAll();
  });

  it('writes three pages of the list', async () => {
    expect(await pagesOf('page')).toEqual([
      'blog/page/2/articles.json',
      'blog/page/2/index.html',
      'blog/page/3/articles.json',
      'blog/page/3/index.html',
    ]);
  });

  it('removes the last page when its only article is removed', async () => {
    await remove('day-1');
    await publish(['day-1']);
    expect(await pagesOf('page')).toEqual(['blog/page/2/articles.json', 'blog/page/2/index.html']);
    expect(await files()).toEqual(await filesOfTable());
  });

  it('publishes an article whose slug equals the folder of the list', async () => {
    await put(articleOf('page'));
    await publish(['page']);
    expect(await read('blog/page/index.html')).toContain('The headline of page');
    await remove('page');
    await publish(['page']);
    expect(await pagesOf('page')).toHaveLength(4);
  });
});

describe('a new build', () => {
  const nextBuild: BlogRenderer = {
    ...plainRenderer,
    renderArticle: async (...given) =>
      (await plainRenderer.renderArticle(...given)).map(
        (file): RenderedFile => ({ ...file, content: `${file.content} with other scripts` }),
      ),
  };
  const slugs = Array.from({ length: 11 }, (_, index) => `article-${10 + index}`);

  beforeEach(async () => {
    await Promise.all(slugs.map((slug) => put(articleOf(slug))));
    await publishAll();
    forgetWrites();
  });

  it('writes every page again, and no list', async () => {
    await publishAll({ renderer: nextBuild });
    for (const slug of slugs) expect(await read(`blog/${slug}/index.html`)).toContain('with other scripts');
    // The lists are the same.
    expect(writes().filter((name) => !/blog\/article-/.test(name))).toEqual([]);
  });

  it('writes lists once, after the articles that they link to, and removes pages after the lists', {
    tags: 'extended',
  }, async () => {
    await remove('article-10');
    await put(articleOf('new'));
    const renderLists = vi.fn(nextBuild.renderLists);
    await publishAll({ renderer: { ...nextBuild, renderLists } });
    expect(renderLists).toHaveBeenCalledOnce();
    const kinds = writes()
      .filter((name) => name !== `Put ${recordKey}`)
      .map((name) => {
        if (/^Put blog\/(article-\d+|new)\//.test(name)) return 'article';
        return name.startsWith('Delete blog/article-10/')
          ? 'removal'
          : name.startsWith('Put')
            ? 'list'
            : name;
      });
    expect(kinds.filter((kind, index) => kind !== kinds[index - 1])).toEqual(['article', 'list', 'removal']);
  });

  it('publishes articles that the bucket lacks, and removes articles that the table lacks', async () => {
    await remove('article-10');
    await put(articleOf('new'));
    await s3.send(
      new PutObjectCommand({ Bucket: 'site', Key: 'blog/nobody/index.html', Body: 'Left behind.' }),
    );
    await publishAll();
    for (const slug of ['article-10', 'nobody']) expect(await pagesOf(slug)).toEqual([]);
    expect(await files()).toEqual(await filesOfTable());
  });

  it('repairs pages and lists that someone changed by hand', { tags: 'extended' }, async () => {
    const before = await files();
    for (const Key of ['blog/article-10/index.html', 'blog/index.html'])
      await s3.send(new PutObjectCommand({ Bucket: 'site', Key, Body: 'Changed.' }));
    await s3.send(new DeleteObjectCommand({ Bucket: 'site', Key: 'blog/article-11/index.html' }));
    await publishAll();
    expect(await files()).toEqual(before);
  });

  it('restores a record that was lost', { tags: 'extended' }, async () => {
    await s3.send(new DeleteObjectCommand({ Bucket: 'site', Key: recordKey }));
    await remove('article-10');
    await publish(['article-11']);
    expect(await files()).toEqual(await filesOfTable());
  });
});

describe('a record of an earlier version', () => {
  it('keeps an article that would not be valid today', async () => {
    await putDays(1, 2);
    await publishAll();
    const old = await record();
    old.articles[1].headline = 'x'.repeat(1_000);
    await s3.send(new PutObjectCommand({ Bucket: 'site', Key: recordKey, Body: JSON.stringify(old) }));
    await put(articleOf('day-2', { createdAt: '2025-09-02', headline: 'Another one' }));
    await publish(['day-2']);
    expect(await read('blog/day-2/index.html')).toContain('Another one');
  });
});

describe('an article that is not valid', () => {
  beforeEach(async () => {
    await putDays(1, 2);
    await publishAll();
    await put({ ...articleOf('day-1'), headline: '' });
    await put({ ...articleOf('day-3'), headline: '' });
    await put(articleOf('day-2', { createdAt: '2025-09-02', headline: 'Another one' }));
  });

  it('keeps its published version, and does not stop other articles', async () => {
    const { refusals } = await publishAll();
    expect(refusals.map(({ slug }) => slug).sort()).toEqual(['day-1', 'day-3']);
    expect(await read('blog/index.html')).toContain('Another one, The headline of day-1');
    expect(await read('blog/day-1/index.html')).toContain('The headline of day-1');
    expect(await pagesOf('day-3')).toEqual([]);
  });

  it('is removed when it is unpublished', async () => {
    await put({ ...articleOf('day-1', { status: 'draft' }), headline: '' });
    const { refusals } = await publishAll();
    expect(refusals.map(({ slug }) => slug)).toEqual(['day-3']);
    expect(await pagesOf('day-1')).toEqual([]);
    expect(await read('blog/index.html')).not.toContain('day-1');
  });

  it('is refused with the names of the wrong fields, without their values', async () => {
    await put({
      ...articleOf('day-1'),
      createdAt: 'yesterday',
      content: [{ type: 'poem', content: 'Secret.' }],
    });
    const { refusals } = await publish(['day-1']);
    expect(refusals).toContainEqual({
      slug: 'day-1',
      updatedAt: '2025-09-01T12:00:00Z',
      problems: [expect.stringContaining('createdAt'), expect.stringContaining('content.0')],
    });
    expect(JSON.stringify(refusals)).not.toContain('Secret');
  });
});

describe('an article that cannot be rendered', () => {
  const renderer: BlogRenderer = {
    ...plainRenderer,
    async renderArticle(...given) {
      if (given[0].author === 'Nobody')
        throw new AggregateError([new TypeError('no such component')], 'Rendering failed');
      return plainRenderer.renderArticle(...given);
    },
  };

  it('is refused, and does not affect the others', async () => {
    await put(articleOf('a-good', { createdAt: '2025-09-01' }));
    await put(articleOf('b-good', { createdAt: '2025-09-03' }));
    const expected = await filesOfTable();
    await put(articleOf('bad', { createdAt: '2025-09-02', author: 'Nobody' }));
    const { refusals } = await publish(['bad'], { renderer });
    expect(refusals[0]?.problems).toEqual([
      'It cannot be rendered.',
      'Rendering failed',
      'TypeError: no such component',
    ]);
    // It is in no list, not in the sitemap, and not a neighbor.
    expect(await files()).toEqual(expected);
    expect(await record()).toMatchObject({ articles: [{ slug: 'b-good' }, { slug: 'a-good' }] });
  });

  it('keeps the page that it has, and its place in the lists', { tags: 'extended' }, async () => {
    await put(articleOf('maps'));
    await publishAll();
    const { 'blog.atom': _atom, 'blog.rss': _rss, 'blog/search.json': _search, ...before } = await files();
    await put(articleOf('maps', { author: 'Nobody', headline: 'A new headline' }));
    await publish(['maps'], { renderer });
    // Feeds and the search have its description instead of its text.
    expect(await files()).toMatchObject(before);
    expect(JSON.stringify(await files())).not.toContain('A new headline');
  });

  it('is reported once, again after a failed email, and again after another edit', {
    tags: 'extended',
  }, async () => {
    const edited = async (updatedAt: string, refusal?: object) => {
      await put({ ...articleOf('maps', { author: 'Nobody', updatedAt }), ...(refusal ? { refusal } : {}) });
      const { refusals, accepted } = await publish(['maps'], { renderer });
      expect(accepted).toEqual([]);
      return refusals;
    };
    const [refusal] = await edited('2025-09-01T12:00:00Z');
    const { slug: _, ...stored } = refusal as Refusal;
    expect(await edited('2025-09-01T12:00:00Z', { ...stored, isUnreported: true })).toHaveLength(1);
    expect(await edited('2025-09-01T12:00:00Z', stored)).toEqual([]);
    expect(await edited('2025-09-02T12:00:00Z', stored)).toHaveLength(1);
  });

  it('is accepted once it can be rendered', async () => {
    const refusal = { updatedAt: '2025-08-01T12:00:00Z', problems: ['It cannot be rendered.'] };
    await put({ ...articleOf('maps'), refusal });
    const { accepted, refusals } = await publish(['maps'], { renderer });
    expect([accepted, refusals]).toEqual([[{ slug: 'maps', updatedAt: articleOf('maps').updatedAt }], []]);
  });

  it('is in feeds without its text until it can be rendered', { tags: 'extended' }, async () => {
    const renderLists = vi.fn(plainRenderer.renderLists);
    const withSpy = { ...renderer, renderLists };
    const refusal = { updatedAt: '2025-09-01T12:00:00Z', problems: ['It cannot be rendered.'] };
    await putDays(1, 2, 3);
    await publishAll();
    await put({ ...articleOf('day-1', { createdAt: '2025-09-01', author: 'Nobody' }), refusal });
    // The article itself changes, then one that is not beside it.
    for (const slugs of [['day-1', 'day-3'], ['day-3']]) {
      await put(articleOf('day-3', { createdAt: '2025-09-03', headline: `Edited for ${slugs}` }));
      await publish(slugs, { renderer: withSpy });
      expect(renderLists.mock.lastCall?.[1].map(({ slug }) => slug)).toEqual(['day-3', 'day-2']);
    }
  });

  it('is published once it can be rendered', async () => {
    await put(articleOf('maps', { author: 'Nobody' }));
    await publish(['maps'], { renderer });
    expect(await pagesOf('maps')).toEqual([]);
    await put(articleOf('maps'));
    await publish(['maps'], { renderer });
    expect(await files()).toEqual(await filesOfTable());
  });
});

describe('a run that is killed', { tags: 'extended' }, () => {
  /** One article is new and another one was deleted; both are still to be published. */
  async function startWorld(): Promise<void> {
    await remove('day-4');
    await putDays(1, 2, 3);
    await publishAll();
    await putDays(4);
    await remove('day-1');
    forgetWrites();
  }

  it('is completed by the next run, at whichever write it was killed', {
    tags: 'long',
    timeout: 120_000,
  }, async () => {
    const run = () => publish(['day-4', 'day-1']);
    await startWorld();
    await run();
    const total = writes().length;
    expect(total).toBeGreaterThan(10);
    const expected = await files();
    expect(await filesOfTable()).toEqual(expected);
    // A kill after a write is the same as one before the next write, except after the last.
    for (let number = 1; number <= total + 1; number++) {
      await startWorld();
      if (number <= total) killAt(number);
      else killAt(total, 'after');
      await expect(run()).rejects.toThrow('killed');
      const moment = number <= total ? `before ${writes()[number - 1]}` : 'after the last write';
      killNoMore();
      await run();
      expect(await files(), `killed ${moment}`).toEqual(expected);
    }
  });

  it('does not list an article that it removed, when the article comes back and cannot be rendered', async () => {
    await putDays(1, 2);
    await publishAll();
    await remove('day-1');
    killAt(`Put ${recordKey}`);
    await expect(publish(['day-1'])).rejects.toThrow('killed');
    killNoMore();
    await put({ ...articleOf('day-1'), headline: 7 });
    await publish(['day-1']);
    expect(await read('blog/index.html')).not.toContain('day-1');
    expect(await record()).toMatchObject({ articles: [{ slug: 'day-2' }] });
  });

  it('leaves a correct blog when the edit is undone before the next run', async () => {
    await startWorld();
    await publishAll();
    const before = await files();
    await put(articleOf('day-4', { createdAt: '2025-09-04', headline: 'Another one' }));
    forgetWrites();
    killAt(`Put ${recordKey}`);
    await expect(publish(['day-4'])).rejects.toThrow('killed');
    killNoMore();
    expect(await files()).not.toEqual(before);
    await putDays(4);
    await publish(['day-4']);
    expect(await files()).toEqual(before);
  });
});
