import { isDeepStrictEqual } from 'node:util';
import {
  articlesInFeeds,
  type BlogRenderer,
  type RenderedFile,
} from '../../../contract/records/blog-renderer.ts';
import { eachOf } from '../../platform/each-of.ts';
import type { ArticleStore, Refusal } from './article-store.ts';
import {
  type BlogRecord,
  emptyRecord,
  hashOf,
  slugsOfNeighbors,
  sortArticles,
  summaryOf,
} from './blog-record.ts';
import type { BlogStore } from './blog-store.ts';
import { allPaths, invalidatedPaths } from './invalidated-paths.ts';
import { type BlogPlan, type BlogRun, pageOf, planBlog } from './plan-blog.ts';

export interface BlogDependencies {
  articles: Pick<ArticleStore, 'read' | 'publishedSlugs'>;
  blog: BlogStore;
  renderer: BlogRenderer;
  /** Makes the CDN ask for these paths again. */
  invalidate: (paths: string[]) => Promise<void>;
  /** Different for each run. */
  runId: string;
  /** How many articles are rendered and written between two looks at the clock. */
  batchSize: number;
  /** False when too little time is left for another batch. */
  hasTime: () => boolean;
}

/** The slugs of articles that may have changed. */
export type ChangedArticles = string[] | 'all';

export interface Publication {
  /** Whether everything is published. If not, the next run continues. */
  isComplete: boolean;
  /** Articles that cannot be published as they are, and that no earlier run has reported. */
  refusals: Refusal[];
  /** Articles that are published now, although an earlier run refused them. */
  accepted: Pick<Refusal, 'slug' | 'updatedAt'>[];
}

const atATime = 16;

/**
 * Makes the blog show the articles as the table holds them: compares, renders what differs, writes, invalidates and saves. One run at a time,
 * any number of times; docs/decisions/036 has the reasons.
 * @throws Error when a call fails, or another run writes at the same time
 */
export async function publishBlog(
  dependencies: BlogDependencies,
  changed: ChangedArticles,
): Promise<Publication> {
  const { invalidate, hasTime, batchSize } = dependencies;
  const run = await startRun(dependencies, changed);
  let plan = await nextPlan(dependencies, run);
  do {
    await writePages(dependencies, run, plan, plan.todo.slice(0, batchSize));
    plan = await nextPlan(dependencies, run);
  } while (plan.todo.length > 0 && hasTime());
  const isComplete = plan.todo.length === 0 && hasTime();
  // No list links to a page that does not exist: new pages come before the lists, removals after them.
  if (isComplete) {
    await writeLists(dependencies, run, plan);
    await removePages(dependencies, run, plan);
  }
  if (run.isRepair || run.changedKeys.length > 0)
    await invalidate(run.isRepair ? allPaths : invalidatedPaths(run.changedKeys));
  await save(dependencies, run, plan, isComplete);
  const accepted = [...run.items].flatMap(([slug, { refusal, updatedAt }]) =>
    refusal && pageOf(run, plan, slug)?.isWritten ? [{ slug, updatedAt }] : [],
  );
  const refusals = [...run.refusals.values()].filter(
    ({ slug, ...refusal }) => !isDeepStrictEqual(run.items.get(slug)?.refusal, refusal),
  );
  return { isComplete, refusals, accepted };
}

/** Reads what is published and what should be. */
async function startRun(
  { articles, blog, renderer }: BlogDependencies,
  changed: ChangedArticles,
): Promise<BlogRun> {
  const { record: found = emptyRecord, etag } = await blog.record.read();
  const isRepair = found.writer !== undefined;
  const halfWritten = isRepair ? found.pending : [];
  const isThere = await eachOf(halfWritten, atATime, (slug) => blog.hasArticle(slug));
  const isGone = new Set(halfWritten.filter((_, index) => !isThere[index]));
  const record = { ...found, articles: found.articles.filter(({ slug }) => !isGone.has(slug)) };
  const present = new Set([...found.articles.map(({ slug }) => slug), ...record.pending]);
  const slugs = new Set([...record.pending, ...(changed === 'all' ? present : changed)]);
  if (changed === 'all') {
    for (const slug of await blog.slugs()) present.add(slug);
    for (const slug of await articles.publishedSlugs()) slugs.add(slug);
  }
  // A new build trusts no hash, so it repairs whatever is wrong in the bucket.
  const isUnknown = new Set(changed === 'all' ? slugs : halfWritten);
  const hashes = record.articles.flatMap(({ slug, hash }): [string, string][] =>
    hash && !isUnknown.has(slug) ? [[slug, hash]] : [],
  );
  const items = await articles.read([...slugs]);
  const refusals = [...items].flatMap(([slug, item]): [string, Refusal][] =>
    'problems' in item ? [[slug, { slug, updatedAt: item.updatedAt, problems: item.problems }]] : [],
  );
  return {
    record,
    etag,
    isRepair,
    listsHash: isRepair || changed === 'all' ? undefined : record.listsHash,
    build: renderer.build,
    slugs,
    present,
    items,
    refusals: new Map(refusals),
    hashes: new Map(hashes),
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

async function readItems({ articles }: BlogDependencies, run: BlogRun, slugs: string[]): Promise<void> {
  const missing = slugs.filter((slug) => !run.items.has(slug));
  for (const [slug, item] of await articles.read(missing)) run.items.set(slug, item);
}

async function writePages(
  dependencies: BlogDependencies,
  run: BlogRun,
  plan: BlogPlan,
  slugs: string[],
): Promise<void> {
  const rendered = await eachOf(slugs, atATime, (slug) => renderPage(dependencies, run, plan, slug));
  // A refused article changes the neighbors of others. Those are rendered again.
  const current = planBlog(run);
  const pages = rendered.flatMap((page) =>
    page && page.hash === pageOf(run, current, page.slug)?.hash ? [page] : [],
  );
  if (pages.length === 0) return;
  await noteWriting(dependencies, run, current);
  await eachOf(pages, atATime, async ({ slug, hash, files }) => {
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

/** React reports everything that went wrong on a page at once. */
function reasonsOf(error: unknown): string[] {
  if (error instanceof AggregateError) return [error.message, ...error.errors.flatMap(reasonsOf)];
  return [error instanceof Error ? `${error.name}: ${error.message}` : typeof error];
}

async function writeLists(dependencies: BlogDependencies, run: BlogRun, plan: BlogPlan): Promise<void> {
  if (listsHashOf(run, plan) === run.listsHash) return;
  const slugs = plan.target.slice(0, articlesInFeeds).map(({ slug }) => slug);
  await readItems(dependencies, run, slugs);
  const newest = slugs.flatMap((slug) => {
    const page = pageOf(run, plan, slug);
    const isRefused = run.refusals.has(slug) || run.items.get(slug)?.refusal;
    return page && (page.isWritten || !isRefused) ? [page.article] : [];
  });
  const files = await dependencies.renderer.renderLists(plan.target, newest);
  await noteWriting(dependencies, run, plan);
  run.changedKeys.push(...(await dependencies.blog.replaceLists(files)));
}

function listsHashOf({ build, hashes }: BlogRun, { target }: Pick<BlogPlan, 'target'>): string {
  const newest = target.slice(0, articlesInFeeds).map(({ slug }) => hashes.get(slug));
  return hashOf(build, target, newest);
}

async function removePages(dependencies: BlogDependencies, run: BlogRun, plan: BlogPlan): Promise<void> {
  if (plan.removals.length === 0) return;
  await noteWriting(dependencies, run, plan);
  const removed = await eachOf(plan.removals, atATime, (slug) => dependencies.blog.replaceArticle(slug, []));
  run.changedKeys.push(...removed.flat());
}

/** Saves what this run may write, before it does: a run that finds this knows that the one before it died. */
async function noteWriting(
  dependencies: BlogDependencies,
  run: BlogRun,
  { affected, removals }: BlogPlan,
): Promise<void> {
  const slugs = [...affected, ...removals];
  if (run.noted && slugs.every((slug) => run.noted?.has(slug))) return;
  run.noted = new Set([...(run.noted ?? run.record.pending), ...slugs]);
  const { runId: writer } = dependencies;
  await replaceRecord(dependencies, run, { ...run.record, pending: [...run.noted], writer });
}

/** Saves what the bucket holds now. */
async function save(
  dependencies: BlogDependencies,
  run: BlogRun,
  { target, todo, removals }: NextPlan,
  isComplete: boolean,
): Promise<void> {
  const { record, hashes, isRepair } = run;
  const isUnchanged = !run.noted && !isRepair && record.pending.length === 0;
  if (isComplete && isUnchanged) return;
  const isOpen = new Set(isComplete ? [] : [...todo, ...removals]);
  const articles = sortArticles([
    ...target.filter(({ slug }) => !isOpen.has(slug)),
    ...record.articles.filter(({ slug }) => isOpen.has(slug)).map(summaryOf),
  ]);
  // A page that is written may name a neighbor that is not, and that may never be.
  const besideOpen = [...isOpen].flatMap((slug) => slugsOfNeighbors(target, slug));
  await replaceRecord(dependencies, run, {
    articles: articles.map((article) => ({ ...article, hash: hashes.get(article.slug) })),
    listsHash: isComplete ? listsHashOf(run, { target }) : run.listsHash,
    pending: [...new Set([...isOpen, ...besideOpen])],
  });
}

async function replaceRecord({ blog }: BlogDependencies, run: BlogRun, record: BlogRecord): Promise<void> {
  const etag = await blog.record.replace(record, run.etag);
  if (!etag) throw new Error('Another run has changed the record of the blog at the same time.');
  run.etag = etag;
}
