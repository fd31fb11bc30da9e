import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { GetCommand, PutCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { events } from '../../../contract/events/events.ts';
import { type StoredArticle, storedArticle } from '../../../contract/records/article.ts';
import type { Connection } from '../stage/connect.ts';

export type ArticleStore = Pick<Connection, 'dynamodb' | 'articlesTable' | 'events' | 'eventBus'>;

/** What stands there, which is no article as it should be if somebody wrote it by hand. */
export async function readArticle(
  { dynamodb, articlesTable }: ArticleStore,
  slug: string,
): Promise<StoredArticle | undefined> {
  const { Item: record } = await dynamodb.send(
    new GetCommand({ TableName: articlesTable, Key: { slug }, ConsistentRead: true }),
  );
  return record as StoredArticle | undefined;
}

/**
 * Writes what an article shall be from now on.
 * @throws Error when what was read `before` is not what stands there any more: somebody else works on the same article
 */
export async function writeArticle(
  { dynamodb, articlesTable }: ArticleStore,
  article: StoredArticle,
  before: StoredArticle | undefined,
): Promise<void> {
  try {
    await dynamodb.send(
      new PutCommand({ TableName: articlesTable, Item: article, ...unchangedSince(before) }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    throw new Error(
      `Somebody else has just changed ${article.slug}. Look at it with "list", then try again.`,
    );
  }
}

function unchangedSince(before: StoredArticle | undefined) {
  if (!before) return { ConditionExpression: 'attribute_not_exists(slug)' };
  // Written by hand, it may say anything or nothing there.
  if (before.updatedAt === undefined)
    return { ConditionExpression: 'attribute_exists(slug) AND attribute_not_exists(updatedAt)' };
  return {
    ConditionExpression: 'updatedAt = :before',
    ExpressionAttributeValues: { ':before': before.updatedAt },
  };
}

/** Makes the site look at the article. */
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
  if (entry?.ErrorCode) throw new Error(`The event bus did not take the change: ${entry.ErrorMessage}`);
}

interface ListedArticle extends Pick<StoredArticle, 'slug' | 'headline' | 'status' | 'createdAt'> {
  /** As whoever wrote it left it. */
  updatedAt: unknown;
  /** See `storedRefusal`. */
  refusal?: unknown;
}

/** Newest first. */
export async function listArticles({ dynamodb, articlesTable }: ArticleStore): Promise<ListedArticle[]> {
  const listed = await Promise.all(
    storedArticle.shape.status.options.map((status) => articlesWith(status, { dynamodb, articlesTable })),
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
  { dynamodb, articlesTable }: Pick<ArticleStore, 'dynamodb' | 'articlesTable'>,
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
