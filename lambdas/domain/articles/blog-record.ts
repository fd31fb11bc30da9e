import { type PublishedSummary, publishedSummary } from '../../../contract/records/article.ts';
import type { Neighbors, PublishedArticle } from '../../../contract/records/blog-renderer.ts';

/** `blog/published.json`: what is published, what of it is still to be written, and who is at it. */
export interface BlogRecord {
  /** Counts the changes, so that no two records are the same: what they are told apart by is the MD5 of what they say. */
  revision: number;
  /** Newest first. */
  articles: PublishedSummary[];
  pending: PendingWork;
  worker?: Worker;
}

export interface PendingWork {
  /** Whose files are to be written, or removed if there is no such article. */
  slugs: string[];
  /** Whether pages, feeds and the sitemap that list the articles are to be written. */
  lists: boolean;
  /** Files that are written, of which the CDN has not been told. */
  untold: string[];
}

/** Only one writes at a time, so that nothing old is ever written over something newer. */
export interface Worker {
  /** Of the event it works for: a repeated attempt takes over from the one before. */
  eventId: string;
  /** ISO 8601, UTC. It does not live longer. */
  until: string;
}

export const nothingPending: PendingWork = { slugs: [], lists: false, untold: [] };
export const emptyRecord: BlogRecord = { revision: 0, articles: [], pending: nothingPending };

export const isDone = ({ pending }: BlogRecord): boolean =>
  pending.slugs.length === 0 && !pending.lists && pending.untold.length === 0;

/** What lists show of it. */
export const summaryOf = (article: PublishedArticle): PublishedSummary => publishedSummary.parse(article);

/** With the article as it is now, or without it if it is not published. Whatever shows it becomes pending. */
export function withArticle(
  record: BlogRecord,
  slug: string,
  summary: PublishedSummary | undefined,
): BlogRecord {
  const others = record.articles.filter((article) => article.slug !== slug);
  if (!summary && others.length === record.articles.length) return record;
  const articles = sortArticles(summary ? [...others, summary] : others);
  const neighbors = [record.articles, articles].flatMap((list) => {
    const { previous, next } = neighborsOf(list, slug);
    return [previous, next].flatMap((neighbor) => (neighbor ? [neighbor.slug] : []));
  });
  return withPending({ ...record, articles }, { slugs: [slug, ...neighbors], lists: true, untold: [] });
}

/** With these articles and no others, everything to be written again. */
export function withAll(record: BlogRecord, articles: PublishedSummary[], slugs: string[]): BlogRecord {
  return withPending(
    { ...record, articles: sortArticles(articles) },
    { slugs: [...articles.map(({ slug }) => slug), ...slugs], lists: true, untold: [] },
  );
}

export function withPending({ pending, ...record }: BlogRecord, more: PendingWork): BlogRecord {
  return {
    ...record,
    pending: {
      slugs: unique([...pending.slugs, ...more.slugs]),
      lists: pending.lists || more.lists,
      untold: unique([...pending.untold, ...more.untold]),
    },
  };
}

export function neighborsOf(articles: PublishedSummary[], slug: string): Neighbors {
  const index = articles.findIndex((article) => article.slug === slug);
  if (index < 0) return {};
  const [next, previous] = [articles[index - 1], articles[index + 1]];
  return { ...(previous ? { previous } : {}), ...(next ? { next } : {}) };
}

/** Newest first, and those of one day by slug. */
function sortArticles(articles: PublishedSummary[]): PublishedSummary[] {
  return articles.toSorted(
    (left, right) => compare(right.createdAt, left.createdAt) || compare(left.slug, right.slug),
  );
}

const compare = (left: string, right: string) => (left < right ? -1 : Number(left > right));

export const unique = <Item>(items: Item[]): Item[] => [...new Set(items)];
