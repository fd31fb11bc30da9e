import type { ArticleSummary } from './article.ts';

const summaries = import.meta.glob<ArticleSummary>('../../../../content/blog/*.md', {
  eager: true,
  import: 'default',
  query: '?summary',
});

/** Every article without its text, newest first. */
export const articles: ArticleSummary[] = Object.values(summaries).sort((one, other) =>
  other.createdAt.localeCompare(one.createdAt),
);
