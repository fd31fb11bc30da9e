import { createHash } from 'node:crypto';
import { type PublishedSummary, publishedSummary } from '../../../contract/records/article.ts';
import type { Neighbors, PublishedArticle } from '../../../contract/records/blog-renderer.ts';

/** `published.json` in the folder of a collection: a record of its pages in the bucket. */
export interface BlogRecord {
  /** Newest first. */
  articles: WrittenArticle[];
  /** Hash of the input of the lists, feeds and sitemap. Missing when their content is unknown. */
  listsHash?: string | undefined;
  /** The id of the run that is writing. A run that finds one takes over from an interrupted run. */
  writer?: string;
  /** Whether the previous run ran out of time. */
  isIncomplete?: boolean;
}

interface WrittenArticle extends PublishedSummary {
  /** Hash of the input of the page. Missing when its content is unknown. */
  hash?: string | undefined;
}

/** The fields of an article that lists show. */
export const summaryOf = (article: PublishedArticle): PublishedSummary => publishedSummary.parse(article);

/** Does not validate: an article that was published under earlier rules stays. */
export const withoutHash = ({ hash: _, ...summary }: WrittenArticle): PublishedSummary => summary;

/** Sorts newest first, and articles of the same day by slug. */
export function sortArticles(articles: PublishedSummary[]): PublishedSummary[] {
  return articles.toSorted(
    (left, right) => compare(right.createdAt, left.createdAt) || compare(left.slug, right.slug),
  );
}

const compare = (left: string, right: string) => (left < right ? -1 : Number(left > right));

export function neighborsOf(articles: PublishedSummary[], slug: string): Neighbors {
  const index = articles.findIndex((article) => article.slug === slug);
  if (index < 0) return {};
  const [next, previous] = [articles[index - 1], articles[index + 1]];
  return { ...(previous ? { previous } : {}), ...(next ? { next } : {}) };
}

export function slugsOfNeighbors(articles: PublishedSummary[], slug: string): string[] {
  const { previous, next } = neighborsOf(articles, slug);
  return [previous, next].flatMap((neighbor) => (neighbor ? [neighbor.slug] : []));
}

export const hashOf = (...input: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(input)).digest('base64url');
