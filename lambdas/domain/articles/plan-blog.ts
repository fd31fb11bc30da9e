import type { PublishedSummary } from '../../../contract/records/article.ts';
import type { Neighbors, PublishedArticle } from '../../../contract/records/blog-renderer.ts';
import type { ReadArticle, Refusal } from './article-store.ts';
import {
  type BlogRecord,
  hashOf,
  neighborsOf,
  slugsOfNeighbors,
  sortArticles,
  summaryOf,
} from './blog-record.ts';

/** What a run has read and written so far. */
export interface BlogRun {
  /** As the run found it. */
  record: BlogRecord;
  etag: string | undefined;
  /** Whether the run before died: files may differ from the record, and the CDN may not know them. */
  isRepair: boolean;
  /** Of the lists in the bucket; undefined when their content is unknown. */
  listsHash: string | undefined;
  /** See `BlogRenderer`. */
  build: string;
  /** The slugs of articles that may have changed. */
  slugs: Set<string>;
  /** The slugs of articles that may have files in the bucket. */
  present: Set<string>;
  /** From the table, by slug. */
  items: Map<string, ReadArticle>;
  /** By slug. */
  refusals: Map<string, Refusal>;
  /** Of the pages in the bucket, by slug; missing when their content is unknown. */
  hashes: Map<string, string>;
  /** The slugs that the record in the bucket lists as pending; undefined before the first write. */
  noted?: Set<string>;
  /** The keys of files that this run changed. */
  changedKeys: string[];
}

/** What follows from it. */
export interface BlogPlan {
  /** The articles that the blog shall show, newest first. */
  target: PublishedSummary[];
  /** The slugs of articles in `target` whose pages a change may affect. */
  affected: string[];
  /** The slugs of articles that are to be removed from the bucket. */
  removals: string[];
}

export function planBlog({ record, slugs, present, items, refusals }: BlogRun): BlogPlan {
  const published = record.articles.map(summaryOf);
  const shown = new Map(published.map((summary) => [summary.slug, summary]));
  for (const slug of slugs) {
    const item = items.get(slug);
    if (!item) shown.delete(slug);
    else if ('article' in item && !refusals.has(slug)) shown.set(slug, summaryOf(item.article));
  }
  const target = sortArticles([...shown.values()]);
  const affected = [...slugs].flatMap((slug) => [
    slug,
    ...slugsOfNeighbors(published, slug),
    ...slugsOfNeighbors(target, slug),
  ]);
  return {
    target,
    affected: [...new Set(affected)].filter((slug) => shown.has(slug)),
    removals: [...present].filter((slug) => !shown.has(slug)),
  };
}

interface Page {
  article: PublishedArticle;
  neighbors: Neighbors;
  hash: string;
  /** Whether the bucket has this page. */
  isWritten: boolean;
}

/** The page of an article; undefined when the table has no valid article, which leaves the page as it is. */
export function pageOf(
  { build, items, hashes }: BlogRun,
  { target }: BlogPlan,
  slug: string,
): Page | undefined {
  const item = items.get(slug);
  if (!item || 'problems' in item) return undefined;
  const { article } = item;
  const neighbors = neighborsOf(target, slug);
  const hash = hashOf(build, article, neighbors);
  return { article, neighbors, hash, isWritten: hash === hashes.get(slug) };
}
