import { isDeepStrictEqual } from 'node:util';
import type { ArticleStore, Refusal } from './article-store.ts';
import type { BlogRun } from './blog-run.ts';

interface ReportDependencies {
  articles: Pick<ArticleStore, 'saveRefusal' | 'removeRefusal'>;
  /** Writes to the log and to the team. */
  report: (refusal: Refusal) => Promise<void>;
}

/** Tells the team of each article that was refused, once, and keeps the reason in the item until the article is published. */
export async function reportRefusals(
  { articles, report }: ReportDependencies,
  { items, refusals, upToDate }: Pick<BlogRun, 'items' | 'refusals' | 'upToDate'>,
): Promise<void> {
  for (const refusal of refusals.values()) {
    const { slug, updatedAt, problems } = refusal;
    if (isDeepStrictEqual(items.get(slug)?.refusal, { updatedAt, problems })) continue;
    await report(refusal);
    await articles.saveRefusal(refusal);
  }
  for (const [slug, { refusal, updatedAt }] of items)
    if (refusal && upToDate.has(slug)) await articles.removeRefusal(slug, updatedAt);
}
