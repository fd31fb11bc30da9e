import { isDeepStrictEqual } from 'node:util';
import type { ArticleCollection } from '../../../contract/records/article-collections.ts';
import {
  articlesInFeeds,
  type BlogRenderer,
  type RenderedFile,
} from '../../../contract/records/blog-renderer.ts';
import { eachOf } from '../../platform/each-of.ts';
import type { ArticleStore, Refusal } from './article-store.ts';
import { type BlogRecord, hashOf, sortArticles, withoutHash } from './blog-record.ts';
import type { BlogStore } from './blog-store.ts';
import { allPathsOf, invalidatedPaths } from './invalidated-paths.ts';
import { type BlogPlan, type BlogRun, pageOf, planBlog } from './plan-blog.ts';

export interface BlogDependencies {
  collection: ArticleCollection;
  articles: Pick<ArticleStore, 'read' | 'publishedSlugs'>;
  blog: BlogStore;
  renderer: BlogRenderer;
  /** Invalidates these paths in the CDN. */
  invalidate: (paths: string[]) => Promise<void>;
  /** Different for each run. */
  runId: string;
  /** How many articles are rendered and written between two checks of the remaining time. */
  batchSize: number;
  /** False when too little time is left for another batch. */
  hasTime: () => boolean;
}

/** The work that a run has to check. */
export interface BlogChanges {
  /** The slugs of articles that may have changed. */
  slugs: string[];
  /** Whether all articles, and all files in the bucket, are compared. */
  isAll: boolean;
}

export interface Publication {
  /** Whether everything is published. If not, the next run continues. */
  isComplete: boolean;
  /** Articles that cannot be published, and that no earlier run has reported. */
  refusals: Refusal[];
  /** Articles that are published now, although an earlier run refused them. */
  accepted: Pick<Refusal, 'slug' | 'updatedAt'>[];
}

const concurrency = 16;

/**
 * Publishes the articles of a collection: compares, renders what differs, writes, invalidates and saves. Idempotent, but only one run may write
 * at a time; docs/decisions/036 has the reasons.
 * @throws Error when a call fails, or another run writes at the same time
 */
export async function publishBlog(
  dependencies: BlogDependencies,
  changes: BlogChanges,
): Promise<Publication> {
  const { collection, invalidate, hasTime, batchSize } = dependencies;
  const run = await startRun(dependencies, changes);
  let plan = await nextPlan(dependencies, run);
  do {
    await writePages(dependencies, run, plan, plan.todo.slice(0, batchSize));
    plan = await nextPlan(dependencies, run);
  } while (plan.todo.length > 0 && hasTime());
  const isComplete = plan.todo.length === 0 && hasTime();
  // New pages come before the lists, and removals after them, so that no list links to a missing page.
  if (isComplete) {
    await writeLists(dependencies, run, plan);
    await removePages(dependencies, run, plan);
  }
  if (run.isRepair || run.changedKeys.length > 0)
    await invalidate(run.isRepair ? allPathsOf(collection) : invalidatedPaths(run.changedKeys, collection));
  await save(dependencies, run, plan, isComplete);
  return { isComplete, ...reportOf(run, plan) };
}

function reportOf(run: BlogRun, plan: BlogPlan): Pick<Publication, 'refusals' | 'accepted'> {
  const { items } = run;
  return {
    refusals: [...run.refusals.values()].filter(
      ({ slug, ...refusal }) => !isDeepStrictEqual(items.get(slug)?.refusal, refusal),
    ),
    accepted: [...items].flatMap(([slug, { refusal, updatedAt }]) =>
      refusal && pageOf(run, plan, slug)?.isWritten ? [{ slug, updatedAt }] : [],
    ),
  };
}

/** Reads the published and the expected state. Without a reliable record, the run compares everything. */
async function startRun(
  { collection: { status }, articles, blog, renderer }: BlogDependencies,
  changes: BlogChanges,
): Promise<BlogRun> {
  const { record: found, etag } = await blog.record.read();
  const record: BlogRecord = found ?? { articles: [] };
  const isRepair = record.writer !== undefined;
  const isTrusted = found !== undefined && !isRepair && !changes.isAll;
  const slugsInBucket = new Set(record.articles.map(({ slug }) => slug));
  const changedSlugs = new Set(changes.slugs);
  if (!isTrusted || record.isIncomplete) {
    for (const slug of await blog.slugs()) slugsInBucket.add(slug);
    for (const slug of [...slugsInBucket, ...(await articles.publishedSlugs(status))]) changedSlugs.add(slug);
  }
  const hashes = record.articles.flatMap(({ slug, hash }): [string, string][] =>
    hash && isTrusted ? [[slug, hash]] : [],
  );
  const items = await articles.read([...changedSlugs], status);
  const refusals = [...items].flatMap(([slug, item]): [string, Refusal][] =>
    'problems' in item ? [[slug, { slug, updatedAt: item.updatedAt, problems: item.problems }]] : [],
  );
  return {
    record,
    etag,
    isRepair,
    build: renderer.build,
    changedSlugs,
    slugsInBucket,
    items,
    refusals: new Map(refusals),
    hashes: new Map(hashes),
    listsHash: isTrusted ? record.listsHash : undefined,
    isNoted: false,
    changedKeys: [],
  };
}

/** A plan with the slugs of the pages that are still to be written. */
type NextPlan = BlogPlan & { todo: string[] };

async function nextPlan(dependencies: BlogDependencies, run: BlogRun): Promise<NextPlan> {
  const plan = planBlog(run);
  await readItems(dependencies, run, plan.affected);
  const isOpen = (slug: string) => !run.refusals.has(slug) && pageOf(run, plan, slug)?.isWritten === false;
  return { ...plan, todo: plan.affected.filter(isOpen) };
}

async function readItems(
  { collection, articles }: BlogDependencies,
  run: BlogRun,
  slugs: string[],
): Promise<void> {
  const missing = slugs.filter((slug) => !run.items.has(slug));
  for (const [slug, item] of await articles.read(missing, collection.status)) run.items.set(slug, item);
}

async function writePages(
  dependencies: BlogDependencies,
  run: BlogRun,
  plan: BlogPlan,
  slugs: string[],
): Promise<void> {
  const rendered = await eachOf(slugs, concurrency, (slug) => renderPage(dependencies, run, plan, slug));
  // A refused article changes the neighbors of others. Those are rendered again.
  const current = planBlog(run);
  const pages = rendered.flatMap((page) =>
    page && page.hash === pageOf(run, current, page.slug)?.hash ? [page] : [],
  );
  if (pages.length === 0) return;
  await noteWriting(dependencies, run, current);
  await eachOf(pages, concurrency, async ({ slug, hash, files }) => {
    run.changedKeys.push(...(await dependencies.blog.replaceArticle(slug, files)));
    run.hashes.set(slug, hash);
  });
}

/** @returns undefined for an article that cannot be rendered */
async function renderPage(
  { renderer }: BlogDependencies,
  run: BlogRun,
  plan: BlogPlan,
  slug: string,
): Promise<{ slug: string; hash: string; files: RenderedFile[] } | undefined> {
  const page = pageOf(run, plan, slug);
  if (!page) return undefined;
  const { article, neighbors, hash } = page;
  try {
    return { slug, hash, files: await renderer.renderArticle(article, neighbors) };
  } catch (error) {
    const problems = ['It cannot be rendered.', ...reasonsOf(error)];
    run.refusals.set(slug, { slug, updatedAt: article.updatedAt, problems });
    return undefined;
  }
}

/** React reports all errors of a page at once. */
function reasonsOf(error: unknown): string[] {
  if (error instanceof AggregateError) return [error.message, ...error.errors.flatMap(reasonsOf)];
  return [error instanceof Error ? `${error.name}: ${error.message}` : typeof error];
}

async function writeLists(dependencies: BlogDependencies, run: BlogRun, plan: BlogPlan): Promise<void> {
  const slugs = plan.shown.slice(0, articlesInFeeds).map(({ slug }) => slug);
  await readItems(dependencies, run, slugs);
  const newest = slugs.flatMap((slug) => {
    const page = pageOf(run, plan, slug);
    const isRefused = run.refusals.has(slug) || run.items.get(slug)?.refusal;
    return page && (page.isWritten || !isRefused) ? [page.article] : [];
  });
  const hash = hashOf(run.build, plan.shown, newest);
  if (hash === run.listsHash) return;
  const files = await dependencies.renderer.renderLists(plan.shown, newest);
  await noteWriting(dependencies, run, plan);
  run.changedKeys.push(...(await dependencies.blog.replaceLists(files)));
  run.listsHash = hash;
}

async function removePages(dependencies: BlogDependencies, run: BlogRun, plan: BlogPlan): Promise<void> {
  if (plan.removals.length === 0) return;
  await noteWriting(dependencies, run, plan);
  const removed = await eachOf(plan.removals, concurrency, (slug) =>
    dependencies.blog.replaceArticle(slug, []),
  );
  run.changedKeys.push(...removed.flat());
}

/** Saves this run as the writer before the first write. The record no longer lists the articles that will be removed. */
async function noteWriting(
  dependencies: BlogDependencies,
  run: BlogRun,
  { removals }: BlogPlan,
): Promise<void> {
  if (run.isNoted) return;
  const isRemoved = new Set(removals);
  const articles = run.record.articles.filter(({ slug }) => !isRemoved.has(slug));
  await replaceRecord(dependencies, run, { ...run.record, articles, writer: dependencies.runId });
  run.isNoted = true;
}

/** Saves the content of the bucket. */
async function save(
  dependencies: BlogDependencies,
  run: BlogRun,
  { shown, todo }: NextPlan,
  isComplete: boolean,
): Promise<void> {
  const { record, hashes, listsHash, isNoted, isRepair } = run;
  if (isComplete && !isNoted && !isRepair && !record.isIncomplete) return;
  const isOpen = new Set(todo);
  const articles = sortArticles([
    ...shown.filter(({ slug }) => !isOpen.has(slug)),
    ...record.articles.filter(({ slug }) => isOpen.has(slug)).map(withoutHash),
  ]);
  await replaceRecord(dependencies, run, {
    articles: articles.map((article) => ({ ...article, hash: hashes.get(article.slug) })),
    listsHash,
    ...(isComplete ? {} : { isIncomplete: true }),
  });
}

async function replaceRecord({ blog }: BlogDependencies, run: BlogRun, record: BlogRecord): Promise<void> {
  const etag = await blog.record.replace(record, run.etag);
  if (!etag) throw new Error('Another run has changed the record of the blog at the same time.');
  run.etag = etag;
}
