import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { GetCommand, PutCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as events from '../../../contract/events/events.ts';
import { type StoredArticle, storedArticle } from '../../../contract/records/article.ts';
import { putUnlessChanged, refuseLetter } from '../../../lambdas/domain/articles/edit-article.ts';
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
  return refuseLetter(record as StoredArticle | undefined);
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
    throw new Error(`Someone else has just changed ${article.slug}. Check it with "list", then try again.`);
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

interface ListedArticle extends Pick<StoredArticle, 'slug' | 'headline' | 'status' | 'createdAt'> {
  /** The unchecked status. */
  updatedAt: unknown;
  /** See `storedRefusal`. */
  refusal?: unknown;
}

type ArticlesTable = Pick<ArticleStore, 'dynamodb' | 'articlesTable'>;

/** With the newsletters that were sent, newest first. */
export async function listArticles(table: ArticlesTable): Promise<ListedArticle[]> {
  const listed = await Promise.all(
    storedArticle.shape.status.options.map((status) => articlesWith(status, table)),
  );
  return listed
    .flat()
    .sort(
      (left, right) =>
        right.createdAt.localeCompare(left.createdAt) || left.slug.localeCompare(right.slug, 'en'),
    );
}

async function articlesWith(
  status: StoredArticle['status'],
  { dynamodb, articlesTable }: ArticlesTable,
): Promise<ListedArticle[]> {
  const articles: ListedArticle[] = [];
  const pages = paginateQuery(
    { client: dynamodb },
    {
      TableName: articlesTable,
      IndexName: 'byStatus',
      KeyConditionExpression: '#status = :status',
      ProjectionExpression: 'slug, headline, #status, createdAt, updatedAt, refusal',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':status': status },
    },
  );
  for await (const { Items = [] } of pages) articles.push(...(Items as ListedArticle[]));
  return articles;
}
