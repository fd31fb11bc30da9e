import type { PublishedSummary, StoredArticle } from './article.ts';

/** An article in full, with its computed fields. */
export type PublishedArticle = StoredArticle & Pick<PublishedSummary, 'readingMinutes'>;

export interface RenderedFile {
  /** The key in the site's bucket: the path on the site without the leading slash. */
  key: string;
  contentType: string;
  content: string;
}

/** The previous article is the older one. */
interface Neighbors {
  previous?: PublishedSummary;
  next?: PublishedSummary;
}

/** The number of articles in a feed, newest first. */
export const articlesInFeeds = 10;

/**
 * Renders a collection. The same input gives the same output, so that unchanged files are not written
 * again.
 */
export interface BlogRenderer {
  /** All files of the article's folder, for example `blog/<slug>/`. */
  renderArticle(article: PublishedArticle, neighbors: Neighbors): Promise<RenderedFile[]>;
  /**
   * Renders the first page of the list, for example `blog/index.html` and `blog/articles.json`, the
   * same two files for each further page in `blog/page/<number>/`, the feeds, the articles for the search and the sitemap. A
   * sitemap may list 50,000 addresses (https://www.sitemaps.org/protocol.html); a larger collection
   * needs an index of several.
   * @param articles newest first
   * @param texts the same articles in full, except any that cannot be read
   */
  renderLists(articles: PublishedSummary[], texts: PublishedArticle[]): Promise<RenderedFile[]>;
}
