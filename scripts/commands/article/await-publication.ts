import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import * as events from '../../../contract/events/events.ts';
import type { StoredArticle } from '../../../contract/records/article.ts';
import { readVersions } from '../../../lambdas/domain/articles/article-versions.ts';
import { refusalOf } from '../../../lambdas/domain/articles/edit-article.ts';
import { publishEvent, RefusedEvent } from '../../../lambdas/platform/publish-event.ts';
import type { Connection } from '../stage/connect.ts';

export type ArticleStore = Pick<Connection, 'dynamodb' | 'articlesTable' | 'events' | 'eventBus'>;

export const readArticle = ({ dynamodb, articlesTable }: ArticleStore, slug: string) =>
  readVersions(dynamodb, articlesTable, slug);

/**
 * Publishes the event that makes the site read the article.
 * @throws Error with the reason and with advice when the bus rejects it
 */
export async function announceChange(
  { events: bus, eventBus: name }: Pick<ArticleStore, 'events' | 'eventBus'>,
  slug: string,
): Promise<void> {
  try {
    await publishEvent({ connect: async () => bus, name }, events.articleChanged, { slug });
  } catch (error) {
    if (!(error instanceof RefusedEvent)) throw error;
    throw new Error(
      `${error.message}. The change of ${slug} is stored, but the site does not show it yet. Try again.`,
      { cause: error },
    );
  }
}

interface AwaitOptions {
  from: ArticleStore & { siteUrl: string };
  article: Pick<StoredArticle, 'slug' | 'status' | 'updatedAt'>;
  /** The number of checks; one check every half second. */
  attempts?: number;
  pause?: () => Promise<unknown>;
}

const articleFile = z.object({ article: z.object({ updatedAt: z.string() }) });

/**
 * Waits until visitors see the article as it is in the table, or no longer see a draft.
 * @throws Error with the reason if the site refused the article, or with advice if it takes too
 * long
 */
export async function awaitPublication({
  from,
  article,
  attempts = 240,
  pause = () => wait(500),
}: AwaitOptions): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (await isPublished(from.siteUrl, article)) return;
    const { live } = await readArticle(from, article.slug);
    const refusal = live && refusalOf(live);
    if (refusal)
      throw new Error(
        [`The site refused ${article.slug}:`, ...refusal.problems.map((problem) => `  ${problem}`)].join(
          '\n',
        ),
      );
    await pause();
  }
  throw new Error(
    `${article.slug} is stored, but the site does not show the change after two minutes. Section "An article does not appear" of docs/support.md says what to do.`,
  );
}

async function isPublished(
  siteUrl: string,
  { slug, status, updatedAt }: AwaitOptions['article'],
): Promise<boolean> {
  try {
    const response = await fetch(`${siteUrl}/blog/${slug}/article.json`, { redirect: 'manual' });
    if (status === 'draft') return response.status === 404;
    if (!response.ok) return false;
    return articleFile.parse(await response.json()).article.updatedAt === updatedAt;
  } catch {
    // The connection or the file may work again at the next check.
    return false;
  }
}
