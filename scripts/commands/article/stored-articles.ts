import { PutEventsCommand } from '@aws-sdk/client-eventbridge';
import * as events from '../../../contract/events/events.ts';
import {
  type ArticleVersions,
  readVersions,
  writeVersions,
} from '../../../lambdas/domain/articles/article-versions.ts';
import type { Connection } from '../stage/connect.ts';

export type ArticleStore = Pick<Connection, 'dynamodb' | 'articlesTable' | 'events' | 'eventBus'>;

/** @throws AppError when the address belongs to a newsletter */
export const readArticle = (
  { dynamodb, articlesTable }: Pick<ArticleStore, 'dynamodb' | 'articlesTable'>,
  slug: string,
): Promise<ArticleVersions> => readVersions(dynamodb, articlesTable, slug);

/**
 * Writes the changes of an article.
 * @throws Error when it differs from what was read, because someone else is changing the same article
 */
export async function writeArticle(
  { dynamodb }: Pick<ArticleStore, 'dynamodb'>,
  slug: string,
  changes: Parameters<typeof writeVersions>[1],
): Promise<void> {
  if (await writeVersions(dynamodb, changes)) return;
  throw new Error(`Someone else has just changed ${slug}. Look at it at the desk, then try again.`);
}

/** Publishes the event that makes the site read the article. */
export async function announceChange(
  { events: bus, eventBus }: Pick<ArticleStore, 'events' | 'eventBus'>,
  slug: string,
): Promise<void> {
  const { source, type, detail } = events.articleChanged;
  const { Entries: [entry] = [] } = await bus.send(
    new PutEventsCommand({
      Entries: [
        {
          EventBusName: eventBus,
          Source: source,
          DetailType: type,
          Detail: JSON.stringify(detail.parse({ slug })),
        },
      ],
    }),
  );
  if (entry?.ErrorCode) throw new Error(`The event bus rejected the change: ${entry.ErrorMessage}`);
}
