import type { ListedArticle } from '../../../../contract/records/desk-articles.ts';

/** The version of each article that visitors see, by slug. */
export type LiveArticles = ReadonlyMap<string, string>;

export type ArticleState = 'published' | 'refused' | 'being published' | 'being unpublished' | 'draft';

/** Compares an article of the table with what visitors see. */
export function articleState(article: ListedArticle, live: LiveArticles): ArticleState {
  const { slug, status, updatedAt, problems } = article;
  if (status === 'draft') return live.has(slug) ? 'being unpublished' : 'draft';
  if (problems) return 'refused';
  return updatedAt !== undefined && live.get(slug) === updatedAt ? 'published' : 'being published';
}

/** Reads which articles visitors see. */
export async function readLiveArticles(): Promise<LiveArticles> {
  const response = await fetch('/blog/published.json', { cache: 'no-cache' });
  if (!response.ok) throw new Error(`The list of published articles answered ${response.status}.`);
  const { articles } = (await response.json()) as { articles: { slug: string; updatedAt: string }[] };
  return new Map(articles.map(({ slug, updatedAt }) => [slug, updatedAt]));
}
