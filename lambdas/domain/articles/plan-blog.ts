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
  withoutHash,
} from './blog-record.ts';

/** The data that a run has read and written so far. */
export interface BlogRun {
  /** The record that the run found. */
  record: BlogRecord;
  etag: string | undefined;
  /** Whether the previous run was interrupted: the CDN may have outdated copies. */
  isRepair: boolean;
  /** See `BlogRenderer`. */
  build: string;
  /** The slugs of articles that may have changed. */
  changedSlugs: Set<string>;
  /** The slugs of articles that may have files in the bucket. */
  slugsInBucket: Set<string>;
  /** From the table, by slug. */
  items: Map<string, ReadArticle>;
  /** The refusals by slug. */
  refusals: Map<string, Refusal>;
  /** The hashes of the pages in the bucket, by slug; missing when their content is unknown. */
  hashes: Map<string, string>;
  /** The hash of the lists in the bucket; undefined when their content is unknown. */
  listsHash: string | undefined;
  /** Whether the record in the bucket names this run as the writer. */
  isNoted: boolean;
  /** The keys of files that this run changed. */
  changedKeys: string[];
}

/** The work of a run. */
export interface BlogPlan {
  /** The articles for the lists of the blog, newest first. */
  shown: PublishedSummary[];
  /** The slugs of articles in `shown` whose pages a change may affect. */
  affected: string[];
  /** The slugs of articles to remove from the bucket. */
  removals: string[];
}

export function planBlog({ record, changedSlugs, slugsInBucket, items, refusals }: BlogRun): BlogPlan {
  const published = record.articles.map(withoutHash);
  const bySlug = new Map(published.map((summary) => [summary.slug, summary]));
  for (const slug of changedSlugs) {
    const item = items.get(slug);
    if (!item) bySlug.delete(slug);
    else if ('article' in item && !refusals.has(slug)) bySlug.set(slug, summaryOf(item.article));
  }
  const shown = sortArticles([...bySlug.values()]);
  const affected = [...changedSlugs].flatMap((slug) => [
    slug,
    ...slugsOfNeighbors(published, slug),
    ...slugsOfNeighbors(shown, slug),
  ]);
  return {
    shown,
    affected: [...new Set(affected)].filter((slug) => bySlug.has(slug)),
    removals: [...slugsInBucket].filter((slug) => !bySlug.has(slug)),
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
  { shown }: BlogPlan,
  slug: string,
): Page | undefined {
  const item = items.get(slug);
  if (!item || 'problems' in item) return undefined;
  const { article } = item;
  const neighbors = neighborsOf(shown, slug);
  const hash = hashOf(build, article, neighbors);
  return { article, neighbors, hash, isWritten: hash === hashes.get(slug) };
}
