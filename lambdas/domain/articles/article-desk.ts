import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { ArticleStatus, StoredArticle } from '../../../contract/records/article.ts';
import {
  type ListedArticle,
  type SeenArticle,
  seenArticle,
} from '../../../contract/records/desk-articles.ts';
import type { ArticleState } from '../../../contract/rules/article-states.ts';
import { deskPageSize } from '../../../contract/rules/desk-rules.ts';
import { AppError } from '../../platform/app-error.ts';
import { type TransactionPart, writeRecorded } from '../../platform/conditional-write.ts';
import { queryPage } from '../../platform/query-page.ts';
import {
  type EditedArticle,
  nextVersion,
  putUnlessChanged,
  refusalOf,
  refuseNewsletter,
} from './edit-article.ts';

export interface ArticleChange {
  article: EditedArticle;
  before: StoredArticle | undefined;
  /** The version that the admin saw; undefined if there was no article. */
  seen: SeenArticle | undefined;
  /** The part of the transaction that adds the audit entry. */
  auditPart: TransactionPart;
}

/** The version of each article that visitors see, by slug. */
export type LiveArticles = ReadonlyMap<string, unknown>;

export type ArticleDesk = ReturnType<typeof articleDesk>;

/** The Articles table for the desk. */
export function articleDesk(client: DynamoDBDocumentClient, tableName: string) {
  /** @throws AppError `aborted` when the address belongs to a newsletter */
  async function find(slug: string): Promise<StoredArticle | undefined> {
    const { Item: item } = await client.send(
      new GetCommand({ TableName: tableName, Key: { slug }, ConsistentRead: true }),
    );
    return refuseNewsletter(item as StoredArticle | undefined);
  }

  return {
    find,

    /** @throws AppError `not-found` without an article, or an error of `find` */
    async get(slug: string): Promise<StoredArticle> {
      const found = await find(slug);
      if (found) return found;
      throw new AppError('not-found', 'This article does not exist. Load the list again.');
    },

    /** A page of the articles in a state, newest first. */
    async page(
      status: ArticleStatus,
      cursor: string | undefined,
      live: LiveArticles,
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
      return { articles: items.map((item) => describe(item, live)), ...page };
    },

    /**
     * Writes an article with its audit entry.
     * @returns false when the entry exists already, so that nothing was written
     * @throws AppError `aborted` when the article is not the one that the admin saw
     */
    async save({ article, before, seen, auditPart }: ArticleChange, now: Date): Promise<boolean> {
      const put = putUnlessChanged(tableName, nextVersion(before, article, now), seen);
      const outcome = await writeRecorded(client, auditPart, { Put: put });
      if (outcome === 'outdated')
        throw new AppError(
          'aborted',
          'Another member of the team has just changed this article. Nothing was changed. Load it again.',
        );
      return outcome === 'written';
    },
  };
}

function describe(item: Record<string, unknown>, live: LiveArticles): ListedArticle {
  const slug = String(item.slug);
  const status = item.status as ListedArticle['status'];
  const { updatedAt } = seenVersion(item);
  const problems = refusalOf(item)?.problems;
  return {
    slug,
    headline: String(item.headline ?? ''),
    status,
    state: stateOf(),
    createdAt: String(item.createdAt),
    ...(updatedAt === undefined ? {} : { updatedAt }),
    ...(problems ? { problems } : {}),
  };

  function stateOf(): ArticleState {
    if (status === 'draft') return live.has(slug) ? 'being unpublished' : 'draft';
    if (problems) return 'refused';
    return updatedAt !== undefined && live.get(slug) === updatedAt ? 'published' : 'being published';
  }
}

/** The version of an item. In an item that was written by hand, `updatedAt` may be any scalar value or missing. */
export function seenVersion({ updatedAt }: { updatedAt?: unknown }): SeenArticle {
  const { data } = seenArticle.shape.updatedAt.safeParse(updatedAt);
  return data === undefined ? {} : { updatedAt: data };
}
