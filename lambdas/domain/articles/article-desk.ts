import { isDeepStrictEqual } from 'node:util';
import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { StoredArticle } from '../../../contract/records/article.ts';
import type { ListedArticle, SeenArticle } from '../../../contract/records/desk-articles.ts';
import { deskPageSize } from '../../../contract/rules/desk-rules.ts';
import { AppError } from '../../platform/app-error.ts';
import { type TransactionPart, writeRecorded } from '../../platform/conditional-write.ts';
import { queryPage } from '../../platform/query-page.ts';
import { type EditedArticle, nextVersion, putUnlessChanged, refusalOf } from './edit-article.ts';

export interface ArticleChange {
  article: EditedArticle;
  before: StoredArticle | undefined;
  /** The version that the member of the team saw; undefined if there was no article. */
  seen: SeenArticle | undefined;
  /** The part of the transaction that adds the audit entry. */
  auditPart: TransactionPart;
}

/** The Articles table as the desk works with it. */
export function articleDesk(client: DynamoDBDocumentClient, tableName: string) {
  async function find(slug: string): Promise<StoredArticle | undefined> {
    const { Item: item } = await client.send(
      new GetCommand({ TableName: tableName, Key: { slug }, ConsistentRead: true }),
    );
    return item as StoredArticle | undefined;
  }

  return {
    find,

    /** A page of the articles in a state, newest first. */
    async page(
      status: StoredArticle['status'],
      cursor: string | undefined,
    ): Promise<{ articles: ListedArticle[]; next?: string }> {
      const { items, ...page } = await queryPage(client, {
        tableName,
        indexName: 'byStatus',
        key: { name: 'status', value: status },
        cursor,
        size: deskPageSize,
        more: {
          ProjectionExpression: 'slug, headline, #key, createdAt, updatedAt, refusal',
        },
      });
      return { articles: items.map(describe), ...page };
    },

    /**
     * Writes an article with its audit entry. A repeated request changes nothing.
     * @throws AppError `aborted` when the article is not the one that the member saw, or the action id belongs to another change
     */
    async save({ article, before, seen, auditPart }: ArticleChange, now: Date): Promise<void> {
      const put = putUnlessChanged(tableName, nextVersion(before, article, now), seen);
      const outcome = await writeRecorded(client, auditPart, { Put: put });
      if (outcome === 'outdated')
        throw new AppError(
          'aborted',
          'Another member of the team has just changed this article. Nothing was changed. Load it again.',
        );
      if (outcome === 'written') return;
      const {
        updatedAt: _,
        refusal: __,
        ...current
      } = ((await find(article.slug)) ?? {}) as Record<string, unknown>;
      if (!isDeepStrictEqual(current, article))
        throw new AppError('aborted', 'This action was already done with another text.');
    },
  };
}

function describe(item: Record<string, unknown>): ListedArticle {
  const { updatedAt } = item;
  const refusal = refusalOf(item);
  return {
    slug: String(item.slug),
    headline: String(item.headline ?? ''),
    status: item.status as ListedArticle['status'],
    createdAt: String(item.createdAt),
    ...(typeof updatedAt === 'string' ? { updatedAt } : {}),
    ...(refusal ? { problems: refusal.problems } : {}),
  };
}
