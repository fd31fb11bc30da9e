import { describeError, logger } from '../../platform/logger.ts';
import type { ArticleStore, Refusal } from './article-store.ts';
import type { Publication } from './publish-blog.ts';

interface ReportDependencies {
  articles: Pick<ArticleStore, 'saveRefusal' | 'removeRefusal'>;
  /** Sends one email to the team. */
  mailTeam: (refusals: Refusal[]) => Promise<void>;
}

/**
 * Reports refused articles to the team, and keeps the reason in each item until the article is published. Never throws, because everything else is
 * published already, and a retry would stop the blog. After a failed email, the next run that reads the item sends it.
 */
export async function reportRefusals(
  { articles, mailTeam }: ReportDependencies,
  { refusals, accepted }: Pick<Publication, 'refusals' | 'accepted'>,
): Promise<void> {
  for (const { slug, problems } of refusals) logger.error('refused the article', { slug, problems });
  const isReported = refusals.length === 0 || (await attempt(() => mailTeam(refusals)));
  for (const refusal of refusals)
    await attempt(() => articles.saveRefusal(isReported ? refusal : { ...refusal, isUnreported: true }));
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
