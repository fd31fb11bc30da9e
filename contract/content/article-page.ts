import type { PublishedSummary } from '../records/article.ts';
import type { Section } from './sections.ts';

/** What the page of an article shows: `/blog/<slug>/article.json`. */
export interface ArticlePageData {
  article: PublishedSummary & { sections: Section[] };
  /** The one written before it. */
  previous?: ArticleLink;
  /** The one written after it. */
  next?: ArticleLink;
}

export type ArticleLink = Pick<PublishedSummary, 'slug' | 'headline'>;

/** What a page of the list shows: `/blog/articles.json`, `/blog/page/2/articles.json`. */
export interface BlogPageData {
  /** Newest first. */
  articles: PublishedSummary[];
  /** From 1 on. */
  page: number;
  pageCount: number;
}

export function pathOfListPage(page: number): string {
  return page === 1 ? '/blog' : `/blog/page/${page}`;
}
