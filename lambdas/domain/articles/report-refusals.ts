import type { ArticleStore, Refusal } from './article-store.ts';
import type { Publication } from './publish-blog.ts';

interface ReportDependencies {
  articles: Pick<ArticleStore, 'saveRefusal' | 'removeRefusal'>;
  /** Writes to the log and to the team. */
  report: (refusal: Refusal) => Promise<void>;
}

/** Tells the team of each refused article, once, and keeps the reason in its item until it is published. */
export async function reportRefusals(
  { articles, report }: ReportDependencies,
  { refusals, accepted }: Pick<Publication, 'refusals' | 'accepted'>,
): Promise<void> {
  for (const refusal of refusals) {
    await report(refusal);
    await articles.saveRefusal(refusal);
  }
  for (const { slug, updatedAt } of accepted) await articles.removeRefusal(slug, updatedAt);
}
