import * as events from '../../../contract/events/events.ts';
import { type ArticleCollection, allCollections } from '../../../contract/records/article-collections.ts';
import * as z from '../../../contract/zod.ts';
import { describeError, logger } from '../../platform/logger.ts';
import type { ArticleStore, Refusal } from './article-store.ts';
import { type BlogDependencies, type Publication, publishBlog } from './publish-blog.ts';

/**
 * Publishes one collection after the other. Each reads every changed item, because an item does not say which collection it has left.
 * When a run fails, the next one repeats all of them.
 * @throws Error as `publishBlog` does
 */
export async function publishCollections(
  dependenciesOf: (collection: ArticleCollection) => BlogDependencies,
  changedSlugs: string[],
): Promise<Publication> {
  const publications: Publication[] = [];
  for (const collection of allCollections)
    publications.push(await publishBlog(dependenciesOf(collection), changedSlugs));
  return {
    refusals: publications.flatMap(({ refusals }) => refusals),
    accepted: publications.flatMap(({ accepted }) => accepted),
  };
}

const blogMessage = z.union([
  z.pipe(
    z.object({
      'detail-type': z.literal(events.articleChanged.type),
      detail: z.object({ slug: z.string().check(z.minLength(1)) }),
    }),
    z.transform(({ detail }) => [detail.slug]),
  ),
  z.pipe(
    z.object({ 'detail-type': z.literal(events.objectCreated.type) }),
    z.transform((): string[] => []),
  ),
]);

/** Returns the articles that these messages of the queue name. Each message makes the site publish everything, even one that is not valid. */
export function changedSlugs(messages: unknown[]): string[] {
  const slugs = messages.flatMap((message) => {
    const { data, error } = blogMessage.safeParse(message);
    if (error) logger.error('cannot read a message');
    return data ?? [];
  });
  return [...new Set(slugs)];
}

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
