import { createHash } from 'node:crypto';
import { type PublishedSummary, publishedSummary } from '../../../contract/records/article.ts';
import type { Neighbors, PublishedArticle } from '../../../contract/records/blog-renderer.ts';

/** `blog/published.json`: what the bucket holds of the blog, and what the next run has to compare. */
export interface BlogRecord {
  /** Newest first. */
  articles: WrittenArticle[];
  /** Of everything in the lists, feeds and sitemap. Missing when their content is unknown. */
  listsHash?: string;
  /** The slugs of articles whose files may differ from this record. */
  pending: string[];
  /** The id of the run that writes. A run that finds one here knows that the run before it died. */
  writer?: string;
}

interface WrittenArticle extends PublishedSummary {
  /** Of everything in the page. Missing when its content is unknown. */
  hash?: string;
}

export const emptyRecord: BlogRecord = { articles: [], pending: [] };

/** What lists show of an article. */
export const summaryOf = (article: PublishedArticle | WrittenArticle): PublishedSummary =>
  publishedSummary.parse(article);

/** Newest first, and those of one day by slug. */
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
