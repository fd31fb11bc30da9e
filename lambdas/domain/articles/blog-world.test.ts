import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { StoredArticle } from '../../../contract/records/article.ts';
import {
  type ArticleCollection,
  allCollections,
  type CollectionName,
} from '../../../contract/records/article-collections.ts';
import type { BlogRenderer, RenderedFile } from '../../../contract/records/blog-renderer.ts';
import { readingMinutes } from '../../../publishing/markdown/reading-minutes.ts';
import { type BlogRecord, etagOf, slugOf } from './blog-store.ts';
import type { BlogDependencies } from './publish-blog.ts';
import { publishCollections } from './publish-collections.ts';
import { articleOf, plainRenderers } from './test-blog.ts';

/** The number of random sequences for each property. `BLOG_SEQUENCES` changes it. */
const sequences = Number(process.env.BLOG_SEQUENCES ?? 150);
const timeoutMs = Math.max(20_000, sequences * 100);
/** Each test shows it in its name; `BLOG_SEED` repeats a run. */
const seed = Number(process.env.BLOG_SEED ?? Date.now() % 2 ** 31);
const named = (name: string) => `${name}, in ${sequences} random sequences; BLOG_SEED=${seed}`;

/** Lets other tasks run. Throws when the waiting run was killed. */
type Step = () => Promise<void>;

/** Fakes of the table, the bucket and the queue. Each call yields to other tasks, and each file is a separate write. */
function startWorld() {
  const table = new Map<string, StoredArticle>();
  const files = new Map<string, string>();
  /** The slugs that each message names. A new build names none. */
  const queue: string[][] = [];
  const refused = new Set<string>();
  const records = new Map<CollectionName, { text: string; etag: string }>();
  let build = 1;

  function rendererOf({ name }: ArticleCollection): BlogRenderer {
    const plain = plainRenderers[name];
    const asBuilt = (rendered: RenderedFile[], by = build) =>
      rendered.map((file) => ({ ...file, content: `${file.content} by build ${by}` }));
    return {
      async renderArticle(article, neighbors) {
        if (article.author === 'Nobody') throw new Error('It cannot be rendered.');
        return asBuilt(await plain.renderArticle(article, neighbors));
      },
      renderLists: async (...given) => asBuilt(await plain.renderLists(...given)),
    };
  }

  function dependenciesOf(collection: ArticleCollection, step: Step): BlogDependencies {
    const { name, sitemap } = collection;
    const isOurs = (key: string) =>
      slugOf(collection, key) !== undefined ||
      key.startsWith(`${name}/`) ||
      key.startsWith(`${name}.`) ||
      key === sitemap;
    return {
      collection,
      articles: {
        async read(slugs, publicStatus) {
          await step();
          const found = slugs
            .flatMap((slug) => table.get(slug) ?? [])
            .filter(({ status }) => status === publicStatus);
          await step();
          return new Map(
            found.map((article) => [
              article.slug,
              {
                article: { ...article, readingMinutes: readingMinutes(article.content) },
                updatedAt: article.updatedAt,
              },
            ]),
          );
        },
        async publishedSlugs(publicStatus) {
          await step();
          return [...table.values()].flatMap(({ slug, status }) => (status === publicStatus ? [slug] : []));
        },
      },
      blog: {
        record: {
          async read() {
            await step();
            const read = records.get(name);
            await step();
            return { record: read && (JSON.parse(read.text) as BlogRecord), etag: read?.etag };
          },
          async replace(next, previousEtag) {
            await step();
            if (records.get(name)?.etag !== previousEtag) return undefined;
            // Like in S3, the same content has the same ETag.
            const text = JSON.stringify(next);
            records.set(name, { text, etag: text });
            await step();
            return text;
          },
        },
        async list() {
          await step();
          const listed = [...files].filter(([key]) => isOurs(key));
          await step();
          return new Map(listed.map(([key, content]) => [key, etagOf(content)]));
        },
        async put({ key, content }) {
          await step();
          files.set(key, content);
          await step();
        },
        async remove(key) {
          await step();
          files.delete(key);
          await step();
        },
      },
      renderer: rendererOf(collection),
    };
  }

  /** Delivers messages like SQS and Lambda: one run at a time, unhandled messages first. */
  async function handleMessages(newStep: () => Step): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.slice(0, 10);
      try {
        const step = newStep();
        const run = await publishCollections((collection) => dependenciesOf(collection, step), batch.flat());
        for (const { slug } of run.refusals) refused.add(slug);
        queue.splice(0, batch.length);
      } catch (error) {
        if ((error as Error).message !== 'killed') throw error;
      }
    }
  }

  return {
    table,
    files,
    queue,
    refused,
    handleMessages,
    recordOf: (name: CollectionName) => JSON.parse(records.get(name)?.text ?? '{}') as Partial<BlogRecord>,
    deploy() {
      build += 1;
      queue.push([]);
    },
  };
}

const atOnce: Step = async () => {};

async function filesOfTable(articles: Iterable<StoredArticle>, builds: number) {
  const world = startWorld();
  for (const article of articles) world.table.set(article.slug, article);
  world.queue.push([]);
  for (let build = 1; build <= builds; build++) world.deploy();
  await world.handleMessages(() => atOnce);
  return world.files;
}

const slugs = ['a', 'b', 'c', 'page'];
const actionsOf = (...authors: string[]) => {
  const change = fc.record({
    slug: fc.constantFrom(...slugs),
    becomes: fc.constantFrom('published', 'published', 'letter', 'letter', 'draft', 'gone'),
    author: fc.constantFrom(...authors),
    day: fc.integer({ min: 1, max: 3 }),
    isToldTwice: fc.boolean(),
  });
  const others = fc.constantFrom('deploy' as const, 'undo' as const, 'undo' as const);
  const what = fc.oneof({ weight: 2, arbitrary: change }, others);
  /** Counted in steps of the scheduler, so that actions also happen in the middle of runs. */
  const after = fc.nat({ max: 60 });
  return fc.array(fc.record({ what, after }), { minLength: 1, maxLength: 10 });
};
const actions = actionsOf('Ana');
const moments = fc.uniqueArray(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 8 });
type Action = (typeof actions extends fc.Arbitrary<infer Value> ? Value : never)[number];

/**
 * Runs all tasks in the scheduler's order until the queue is empty.
 * @param kills the numbers of the calls at which a run is killed
 */
async function runAll(scheduler: fc.Scheduler, happening: Action[], kills: number[]) {
  const world = startWorld();
  let steps = 0;

  function newStep(): Step {
    let isDead = false;
    return async () => {
      await scheduler.schedule(Promise.resolve(), 'run');
      isDead ||= kills.includes(++steps);
      if (isDead) throw new Error('killed');
    };
  }

  let isHandling = false;
  async function handleMessages(): Promise<void> {
    if (isHandling) return;
    isHandling = true;
    await world.handleMessages(newStep);
    isHandling = false;
  }

  const undone: { slug: string; before: StoredArticle | undefined }[] = [];
  function put(slug: string, article: StoredArticle | undefined): void {
    if (article) world.table.set(slug, article);
    else world.table.delete(slug);
    world.queue.push([slug]);
  }

  async function happen({ what, after }: Action, index: number): Promise<void> {
    for (let step = 0; step <= after; step++)
      await scheduler.schedule(Promise.resolve(), `before action ${index}`);
    if (what === 'deploy') world.deploy();
    else if (what === 'undo') {
      const last = undone.pop();
      if (last) put(last.slug, last.before);
    } else {
      const { slug, becomes, author, day, isToldTwice } = what;
      undone.push({ slug, before: world.table.get(slug) });
      const changes = { author, createdAt: `2025-09-0${day}`, headline: `${slug} ${index}` };
      put(slug, becomes === 'gone' ? undefined : articleOf(slug, { status: becomes, ...changes }));
      if (isToldTwice) world.queue.push([slug]);
    }
    return handleMessages();
  }

  await scheduler.waitFor(Promise.all(happening.map(happen)));
  return world;
}

/** Expects the bucket to equal the result of publishing the table once. */
async function expectOneEnd(
  scheduler: fc.Scheduler,
  happening: Action[],
  kills: number[] = [],
): Promise<void> {
  const world = await runAll(scheduler, happening, kills);
  expect([...world.refused]).toEqual([]);
  const builds = happening.filter(({ what }) => what === 'deploy').length;
  const expected = await filesOfTable(world.table.values(), builds);
  if (happening.some(({ what }) => typeof what === 'object' || what === 'deploy'))
    expect(new Map([...world.files].sort())).toEqual(new Map([...expected].sort()));
}

it(named('ends in the same state as a single publication, despite concurrent changes'), {
  tags: 'long',
  timeout: timeoutMs,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), actions, (scheduler, happening) => expectOneEnd(scheduler, happening)),
    { numRuns: sequences, seed },
  );
});

it(named('ends in the same state when runs are killed'), {
  tags: 'long',
  timeout: timeoutMs,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), actions, moments, (scheduler, happening, kills) =>
      expectOneEnd(scheduler, happening, kills),
    ),
    { numRuns: sequences, seed },
  );
});

it(named('lists only the articles that have a page when some cannot be rendered'), {
  tags: 'long',
  timeout: timeoutMs,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      actionsOf('Ana', 'Nobody'),
      fc.option(moments, { nil: [] }),
      async (scheduler, happening, kills) => {
        const { files, recordOf } = await runAll(scheduler, happening, kills);
        for (const { name, sitemap } of allCollections) {
          const written = slugs.filter((slug) => files.has(`${name}/${slug}/index.html`));
          const [, ...listed] = files.get(sitemap)?.split(' by build')[0]?.split('\n') ?? [];
          expect(listed.map((line) => line.split(' ')[0]).sort()).toEqual(written);
          expect((recordOf(name).articles ?? []).map(({ slug }) => slug).sort()).toEqual(written);
        }
      },
    ),
    { numRuns: sequences, seed },
  );
});
