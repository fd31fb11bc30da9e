import type { PublishedSummary } from '../records/article.ts';
import type { CollectionName } from '../records/article-collections.ts';
import type { ArticleSection } from './sections.ts';

/** The data of an article's page, for example `/blog/<slug>/article.json`. */
export interface ArticlePageData {
  article: PublishedSummary & { sections: ArticleSection[] };
  /** The next older article. */
  previous?: ArticleLink;
  /** The next newer article. */
  next?: ArticleLink;
}

export type ArticleLink = Pick<PublishedSummary, 'slug' | 'headline'>;

/** The data of a page of a list, for example `/blog/articles.json` and `/blog/page/2/articles.json`. */
export interface BlogPageData {
  /** Newest first. */
  articles: PublishedSummary[];
  /** Starts at 1. */
  page: number;
  pageCount: number;
}

export function pathOfListPage(collection: CollectionName, page: number): string {
  return page === 1 ? `/${collection}` : `/${collection}/page/${page}`;
}
