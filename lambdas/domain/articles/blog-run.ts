import type { PublishedSummary } from '../../../contract/records/article.ts';
import type { BlogRenderer } from '../../../contract/records/blog-renderer.ts';
import type { ArticleStore, ReadArticle, Refusal } from './article-store.ts';
import { type BlogRecord, emptyRecord, slugsOfNeighbors, sortArticles, summaryOf } from './blog-record.ts';
import type { BlogStore } from './blog-store.ts';

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

/** What a run compares, and how far it is. */
export interface BlogRun {
  /** As the run found it. */
  record: BlogRecord;
  etag: string | undefined;
  /** Whether the run before died: its files may differ from the record, and the CDN may not know them. */
  isRepair: boolean;
  /** What the blog shall show, newest first. */
  target: PublishedSummary[];
  /** Of the pages in the bucket, by slug. */
  hashes: Map<string, string>;
  /** The slugs of articles in `target` whose pages are still to be compared. */
  todo: Set<string>;
  /** The slugs of articles that may have files in the bucket but are not in `target`. */
  removals: Set<string>;
  /** From the table, by slug. */
  items: Map<string, ReadArticle>;
  /** The slugs of pages that are as the table has them. */
  upToDate: Set<string>;
  /** The slugs of articles that stay as they are published. */
  kept: Set<string>;
  /** By slug. */
  refusals: Map<string, Refusal>;
  /** The slugs that the record in the bucket lists as pending; undefined before the first write. */
  noted?: Set<string>;
  /** The keys of files that this run changed. */
  changedKeys: string[];
}

/** Reads what is published and what should be, and finds what has to be compared. */
export async function startRun(
  { articles, blog }: Pick<BlogDependencies, 'articles' | 'blog'>,
  changed: ChangedArticles,
): Promise<BlogRun> {
  const { record = emptyRecord, etag } = await blog.record.read();
  const published = record.articles.map(summaryOf);
  const present = new Set([...published.map(({ slug }) => slug), ...record.pending]);
  const slugs = new Set([...record.pending, ...(changed === 'all' ? present : changed)]);
  if (changed === 'all') {
    for (const slug of await blog.slugs()) present.add(slug);
    for (const slug of await articles.publishedSlugs()) slugs.add(slug);
  }
  const items = await articles.read([...slugs]);
  const target = targetOf(published, slugs, items);
  const isShown = new Set(target.map(({ slug }) => slug));
  const affected = [...slugs].flatMap((slug) => [
    slug,
    ...slugsOfNeighbors(published, slug),
    ...slugsOfNeighbors(target, slug),
  ]);
  const isRepair = record.writer !== undefined;
  const isUnknown = new Set(isRepair ? record.pending : []);
  const run: BlogRun = {
    record,
    etag,
    isRepair,
    target,
    hashes: new Map(
      record.articles.flatMap(({ slug, hash }) => (hash && !isUnknown.has(slug) ? [[slug, hash]] : [])),
    ),
    todo: new Set(affected.filter((slug) => isShown.has(slug))),
    removals: new Set([...present].filter((slug) => !isShown.has(slug))),
    items,
    upToDate: new Set(),
    kept: new Set(),
    refusals: new Map(),
    changedKeys: [],
  };
  for (const [slug, item] of items) if ('problems' in item) refuse(run, slug, item.problems);
  return run;
}

/** What is published, with these articles as the table has them. One that is not valid stays as it is published. */
function targetOf(
  published: PublishedSummary[],
  slugs: Set<string>,
  items: Map<string, ReadArticle>,
): PublishedSummary[] {
  const target = new Map(published.map((summary) => [summary.slug, summary]));
  for (const slug of slugs) {
    const item = items.get(slug);
    if (!item) target.delete(slug);
    else if ('article' in item) target.set(slug, summaryOf(item.article));
  }
  return sortArticles([...target.values()]);
}

/** Reads the articles that this run has not read. */
export async function readItems(
  { articles }: Pick<BlogDependencies, 'articles'>,
  run: BlogRun,
  slugs: string[],
): Promise<void> {
  const missing = slugs.filter((slug) => !run.items.has(slug));
  for (const [slug, item] of await articles.read(missing)) run.items.set(slug, item);
}

/** Reports an article that cannot be published as it is, and keeps what is published of it. */
export function refuse(run: BlogRun, slug: string, problems: string[]): void {
  run.refusals.set(slug, { slug, updatedAt: run.items.get(slug)?.updatedAt, problems });
  keepAsPublished(run, slug);
}

/** Shows an article as the record has it, or not at all. Articles beside it get other neighbors, so they are compared again. */
export function keepAsPublished(run: BlogRun, slug: string): void {
  const { record, todo, kept } = run;
  kept.add(slug);
  const written = record.articles.find((article) => article.slug === slug);
  const before = run.target;
  const others = before.filter((article) => article.slug !== slug);
  run.target = written ? sortArticles([...others, summaryOf(written)]) : others;
  todo.delete(slug);
  if (!written && record.pending.includes(slug)) run.removals.add(slug);
  for (const neighbor of [...slugsOfNeighbors(before, slug), ...slugsOfNeighbors(run.target, slug)])
    if (!kept.has(neighbor)) todo.add(neighbor);
}
