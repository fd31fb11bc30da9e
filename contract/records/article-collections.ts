import type { StoredArticle, StoredDraft } from './article.ts';

/** Articles that are published together: a folder of the site with a list, two feeds and a sitemap. */
export interface ArticleCollection {
  /** The folder, which is also the name of the feeds. */
  name: 'blog' | 'letters';
  /** The status of its items in the Articles table. */
  status: Exclude<StoredArticle['status'], StoredDraft['status']>;
  /** The key of its sitemap. */
  sitemap: string;
}

export type CollectionName = ArticleCollection['name'];

/** `letters` holds the newsletters: their stored status, URLs and S3 keys keep the older name. */
export const articleCollections: Record<CollectionName, ArticleCollection> = {
  blog: { name: 'blog', status: 'published', sitemap: 'sitemap-articles.xml' },
  letters: { name: 'letters', status: 'letter', sitemap: 'sitemap-letters.xml' },
};

/** The collections in the order in which a run publishes them. */
export const allCollections: ArticleCollection[] = Object.values(articleCollections);
