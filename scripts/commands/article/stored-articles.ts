import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as events from '../../../contract/events/events.ts';
import type { StoredArticle } from '../../../contract/records/article.ts';
import { putUnlessChanged, refuseNewsletter } from '../../../lambdas/domain/articles/edit-article.ts';
import type { Connection } from '../stage/connect.ts';

export type ArticleStore = Pick<Connection, 'dynamodb' | 'articlesTable' | 'events' | 'eventBus'>;

/**
 * The fields of an item. An item that someone wrote by hand may not be a valid article.
 * @throws AppError when the address belongs to a newsletter
 */
export async function readArticle(
  { dynamodb, articlesTable }: ArticleStore,
  slug: string,
): Promise<StoredArticle | undefined> {
  const { Item: record } = await dynamodb.send(
    new GetCommand({ TableName: articlesTable, Key: { slug }, ConsistentRead: true }),
  );
  return refuseNewsletter(record as StoredArticle | undefined);
}

/**
 * Writes the new state of an article.
 * @throws Error when the item differs from `before`, because someone else is changing the same
 * article
 */
export async function writeArticle(
  { dynamodb, articlesTable }: ArticleStore,
  article: StoredArticle,
  before: StoredArticle | undefined,
): Promise<void> {
  try {
    await dynamodb.send(new PutCommand(putUnlessChanged(articlesTable, article, before)));
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    throw new Error(`Someone else has just changed ${article.slug}. Look at it at the desk, then try again.`);
  }
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
