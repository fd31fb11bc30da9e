import { describeError, logger } from '../../platform/logger.ts';
import type { ArticleStore, Refusal } from './article-store.ts';
import type { Publication } from './publish-blog.ts';

interface ReportDependencies {
  articles: Pick<ArticleStore, 'saveRefusal' | 'removeRefusal'>;
  /** Sends one email to the team. */
  tellTeam: (refusals: Refusal[]) => Promise<void>;
}

/**
 * Reports refused articles to the team, and keeps the reason in each item until the article is published. Never throws, because everything else is
 * published already, and a retry would stop the blog. An item without its reason is reported again by the next run that reads it.
 */
export async function reportRefusals(
  { articles, tellTeam }: ReportDependencies,
  { refusals, accepted }: Pick<Publication, 'refusals' | 'accepted'>,
): Promise<void> {
  for (const { slug, problems } of refusals) logger.error('refused the article', { slug, problems });
  // A saved reason is not reported again, so it is saved only after the email.
  const isTold = refusals.length > 0 && (await attempt(() => tellTeam(refusals)));
  if (isTold) for (const refusal of refusals) await attempt(() => articles.saveRefusal(refusal));
  for (const { slug, updatedAt } of accepted) await attempt(() => articles.removeRefusal(slug, updatedAt));
}

/** @returns false after a failure, which it logs */
async function attempt(act: () => Promise<void>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    logger.error('cannot report a refused article', { error: describeError(error) });
    return false;
  }
}
