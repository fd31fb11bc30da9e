import type { PublishedSummary, StoredArticle } from './article.ts';

/** An article in full, with what is reckoned from it. */
export type PublishedArticle = StoredArticle & Pick<PublishedSummary, 'readingMinutes'>;

export interface RenderedFile {
  /** In the site's bucket, which is its path on the site without the first slash. */
  key: string;
  contentType: string;
  content: string;
}

/** The older one is the previous. */
export interface Neighbors {
  previous?: PublishedSummary;
  next?: PublishedSummary;
}

/** Feeds have as many: the newest. */
export const articlesInFeeds = 10;

/** How the blog looks. The same in makes the same out, so that what did not change is not written again. */
export interface BlogRenderer {
  /** Different for every build in which the blog's pages are different. */
  build: string;
  /** All files of `blog/<slug>/`. */
  renderArticle(article: PublishedArticle, neighbors: Neighbors): Promise<RenderedFile[]>;
  /**
   * `blog/index.html`, `blog/articles.json`, the same for each further page in `blog/page/<number>/`, the feeds and the sitemap,
   * which is one file and may list 50,000 addresses (https://www.sitemaps.org/protocol.html): a larger blog needs an index of several.
   * @param articles newest first
   * @param newest the first `articlesInFeeds` of them in full, as far as they can be had
   */
  renderLists(articles: PublishedSummary[], newest: PublishedArticle[]): Promise<RenderedFile[]>;
}
