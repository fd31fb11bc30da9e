import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StoredArticle } from '../../../contract/records/article.ts';
import type { RenderedFile } from '../../../contract/records/blog-renderer.ts';
import { readingMinutes } from '../../../publishing/markdown/reading-minutes.ts';
import { type BlogRecord, isDone } from './blog-record.ts';
import { publishArticle } from './publish-article.ts';
import { publishBlog } from './publish-blog.ts';
import { articleOf, plainRenderer } from './test-blog.ts';
import type { BlogDependencies } from './write-blog.ts';

/** Someone else's turn. Throws when the run that asks has been killed. */
type Step = () => Promise<void>;

/** The table, the bucket, and a CDN that has copies. Each call takes its time, and every file is written by itself. */
function startWorld() {
  const table = new Map<string, StoredArticle>();
  const files = new Map<string, string>();
  /** By path; undefined for a page that was not there. */
  const copies = new Map<string, string | undefined>();
  const reported = new Set<string>();
  let record: { text: string; etag: string } | undefined;

  function dependenciesOf(eventId: string, step: Step, nowMs = 0): BlogDependencies {
    const end = new Date(nowMs + 1_000).toISOString();
    const replace = async (isOurs: (key: string) => boolean, rendered: RenderedFile[]) => {
      await step();
      const changed = rendered.filter(({ key, content }) => files.get(key) !== content);
      const removed = [...files.keys()].filter(
        (key) => isOurs(key) && !rendered.some((file) => file.key === key),
      );
      for (const { key, content } of changed) {
        await step();
        files.set(key, content);
      }
      for (const key of removed) {
        await step();
        files.delete(key);
      }
      await step();
      return [...changed.map(({ key }) => key), ...removed];
    };
    return {
      articles: {
        async read(slugs) {
          await step();
          const found = slugs
            .flatMap((slug) => table.get(slug) ?? [])
            .filter(({ status }) => status === 'published');
          await step();
          return new Map(
            found.map((article) => [
              article.slug,
              { article: { ...article, readingMinutes: readingMinutes(article.content) } },
            ]),
          );
        },
        async publishedSlugs() {
          await step();
          return [...table.values()].flatMap(({ slug, status }) => (status === 'published' ? [slug] : []));
        },
      },
      blog: {
        record: {
          async read() {
            await step();
            const read = record;
            await step();
            return { record: read && (JSON.parse(read.text) as BlogRecord), etag: read?.etag };
          },
          async replace(next, previousEtag) {
            await step();
            if (record?.etag !== previousEtag) return undefined;
            // As S3 does it: the same content has the same ETag.
            const text = JSON.stringify(next);
            record = { text, etag: text };
            await step();
            return text;
          },
        },
        async hasArticle(slug) {
          await step();
          return files.has(`blog/${slug}/index.html`);
        },
        replaceArticle: (slug, rendered) => replace((key) => key.startsWith(`blog/${slug}/`), rendered),
        replaceLists: (rendered) => replace((key) => !/^blog\/[^/]+\/[^/]+$/.test(key), rendered),
        async slugs() {
          await step();
          return [...files.keys()].flatMap((key) => /^blog\/([^/]+)\//.exec(key)?.[1] ?? []);
        },
      },
      renderer: {
        ...plainRenderer,
        async renderArticle(article, neighbors) {
          if (article.author === 'Nobody') throw new Error('It cannot be rendered.');
          return plainRenderer.renderArticle(article, neighbors);
        },
      },
      async refresh(paths) {
        await step();
        for (const path of copies.keys()) {
          if (paths.some((it) => it === path || (it.endsWith('*') && path.startsWith(it.slice(0, -1)))))
            copies.delete(path);
        }
        await step();
      },
      report: (slug) => void reported.add(slug),
      worker: { eventId, until: end },
      now: () => new Date(nowMs),
      pause: step,
    };
  }

  return {
    table,
    files,
    reported,
    dependenciesOf,
    record: () => record && (JSON.parse(record.text) as BlogRecord),
    visit(keys: Iterable<string>) {
      for (const key of keys) copies.set(`/${key}`, files.get(key));
    },
    outdatedCopies: () => [...copies].filter(([path, copy]) => files.get(path.slice(1)) !== copy),
  };
}

const atOnce: Step = async () => {};

async function filesOfTable(articles: Iterable<StoredArticle>) {
  const world = startWorld();
  for (const article of articles) world.table.set(article.slug, article);
  await publishBlog(world.dependenciesOf('build', atOnce));
  return world.files;
}

const slugs = ['a', 'b', 'c', 'd', 'page'];
const actionsOf = (...authors: string[]) => {
  const change = fc.record({
    slug: fc.constantFrom(...slugs),
    becomes: fc.constantFrom('published', 'published', 'draft', 'gone'),
    author: fc.constantFrom(...authors),
    day: fc.integer({ min: 1, max: 4 }),
    isToldTwice: fc.boolean(),
  });
  const visit = fc.constant('visit' as const);
  const build = fc.constant('build' as const);
  return fc.array(fc.oneof({ weight: 8, arbitrary: change }, visit, build), { minLength: 1, maxLength: 8 });
};
const actions = actionsOf('Ana');
const killed = fc.uniqueArray(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 8 });
type Action = (typeof actions extends fc.Arbitrary<infer Value> ? Value : never)[number];

/** Runs all that happens in an order that the scheduler chooses, until nothing is pending and the CDN has no copy that is out of date. */
async function runAll(scheduler: fc.Scheduler, happening: Action[], kills: Set<number>) {
  const world = startWorld();
  const keys = new Set(slugs.map((slug) => `blog/${slug}/index.html`));
  let steps = 0;

  /** As bus and Lambda do it: what was killed runs again as the same event. */
  async function runUntilDone(
    eventId: string,
    publish: (dependencies: BlogDependencies) => Promise<void>,
  ): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      let isDead = false;
      const step = async () => {
        await scheduler.schedule(Promise.resolve(), eventId);
        isDead ||= kills.has(++steps);
        if (isDead) throw new Error('killed');
      };
      const died = await publish(world.dependenciesOf(eventId, step, attempt)).then(
        () => false,
        (error: Error) => {
          if (error.message !== 'killed') throw error;
          return true;
        },
      );
      if (!died) return;
    }
  }

  async function happen(action: Action, index: number): Promise<void> {
    await scheduler.schedule(Promise.resolve(), `action ${index}`);
    if (action === 'visit') {
      for (const key of world.files.keys()) keys.add(key);
      return world.visit(keys);
    }
    if (action === 'build') return runUntilDone(`build ${index}`, publishBlog);
    const { slug, becomes, author, day, isToldTwice } = action;
    if (becomes === 'gone') world.table.delete(slug);
    else {
      const createdAt = `2025-09-0${day}`;
      world.table.set(
        slug,
        articleOf(slug, { status: becomes, author, createdAt, headline: `${slug} ${index}` }),
      );
    }
    const told = () => runUntilDone(`change ${index}`, (dependencies) => publishArticle(dependencies, slug));
    // What is delivered twice at once is not killed as well.
    await Promise.all(isToldTwice && kills.size === 0 ? [told(), told()] : [told()]);
  }

  await scheduler.waitFor(Promise.all(happening.map(happen)));
  const record = world.record();
  expect(record === undefined || (isDone(record) && !record.worker)).toBe(true);
  expect(world.outdatedCopies()).toEqual([]);
  return world;
}

/** In the end there is what one publication of the table would have given. */
async function expectOneEnd(scheduler: fc.Scheduler, happening: Action[], kills: Set<number>): Promise<void> {
  const world = await runAll(scheduler, happening, kills);
  expect([...world.reported]).toEqual([]);
  const changed = happening.some((action) => action !== 'visit' && action !== 'build');
  const expected = await filesOfTable(world.table.values());
  if (
    world.files.size > 0 ||
    (changed && [...world.table.values()].some(({ status }) => status === 'published'))
  )
    expect(new Map([...world.files].sort())).toEqual(new Map([...expected].sort()));
}

test('whatever happens at once ends as if the table had been published in one go', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), actions, (scheduler, happening) =>
      expectOneEnd(scheduler, happening, new Set()),
    ),
    { numRuns: 300 },
  );
});

test('the same when runs are killed at any moment and repeated', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), actions, killed, (scheduler, happening, kills) =>
      expectOneEnd(scheduler, happening, new Set(kills)),
    ),
    { numRuns: 300 },
  );
});

test('whatever cannot be rendered, lists have what has a page, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      actionsOf('Ana', 'Nobody'),
      fc.option(killed, { nil: [] }),
      async (scheduler, happening, kills) => {
        const { files, record } = await runAll(scheduler, happening, new Set(kills));
        const written = slugs.filter((slug) => files.has(`blog/${slug}/index.html`));
        const [, ...listed] = files.get('sitemap-articles.xml')?.split('\n') ?? [];
        expect(listed.map((line) => line.split(' ')[0]).sort()).toEqual(written);
        expect((record()?.articles ?? []).map(({ slug }) => slug).sort()).toEqual(written);
      },
    ),
    { numRuns: 300 },
  );
});
