import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type StoredRefusal, storedArticle, storedRefusal } from '../../../contract/records/article.ts';
import type { ArticleCollection } from '../../../contract/records/article-collections.ts';
import type { PublishedArticle } from '../../../contract/records/blog-renderer.ts';
import { readingMinutes } from '../../../publishing/markdown/reading-minutes.ts';
import { updateIf } from '../../platform/conditional-write.ts';
import { queryAll } from '../../platform/query-all.ts';
import { readBatches } from '../../platform/read-batches.ts';
import { unchangedSince } from './edit-article.ts';

/** A published item of the table, or the names of its invalid fields, without their values. */
export type ReadArticle = ({ article: PublishedArticle } | { problems: string[] }) & {
  /** The value in the item. It may not be a date if somebody wrote the item by hand. */
  updatedAt: unknown;
  /** Why an earlier run did not publish the article. */
  refusal?: StoredRefusal | undefined;
};

type PublicStatus = ArticleCollection['status'];

/** An article that cannot be published. */
export interface Refusal extends StoredRefusal {
  slug: string;
}

export type ArticleStore = ReturnType<typeof articleStore>;

/** The Articles table for the site, which adds why an article is not published. */
export function articleStore(client: DynamoDBDocumentClient, tableName: string) {
  async function updateUnchanged(
    slug: string,
    updatedAt: unknown,
    UpdateExpression: string,
    values: Record<string, unknown> = {},
  ): Promise<void> {
    const { ConditionExpression, ExpressionAttributeValues } = unchangedSince({ updatedAt });
    const all = { ...values, ...ExpressionAttributeValues };
    await updateIf(client, {
      TableName: tableName,
      Key: { slug },
      UpdateExpression,
      ConditionExpression,
      // DynamoDB refuses an empty list of values.
      ...(Object.keys(all).length > 0 ? { ExpressionAttributeValues: all } : {}),
    });
  }

  return {
    /** Reads the current articles of a collection, by slug. Drafts and articles that do not exist are missing. */
    async read(slugs: string[], publicStatus: PublicStatus): Promise<Map<string, ReadArticle>> {
      const found = new Map<string, ReadArticle>();
      const keys = slugs.map((slug) => ({ slug }));
      for await (const items of readBatches(client, tableName, keys)) {
        // An invalid item can still be unpublished.
        for (const item of items.filter(({ status }) => status === publicStatus))
          found.set(String(item.slug), check(item));
      }
      return found;
    },

    /** Writes to the item why it is not published. Does nothing when the item has changed, because that edit has its own event. */
    async saveRefusal({ slug, updatedAt, problems, isUnreported }: Refusal): Promise<void> {
      const refusal = {
        problems,
        ...(updatedAt === undefined ? {} : { updatedAt }),
        ...(isUnreported && { isUnreported }),
      };
      await updateUnchanged(slug, updatedAt, 'SET refusal = :refusal', { ':refusal': refusal });
    },

    /** Removes a refusal once the article is published. */
    async removeRefusal(slug: string, updatedAt: unknown): Promise<void> {
      await updateUnchanged(slug, updatedAt, 'REMOVE refusal');
    },

    /** Queries an index, which may lack articles that were published a moment ago. */
    async publishedSlugs(publicStatus: PublicStatus): Promise<string[]> {
      const items = await queryAll<{ slug: string }>(client, {
        tableName,
        indexName: 'byStatus',
        key: { name: 'status', value: publicStatus },
      });
      return items.map(({ slug }) => slug);
    },
  };
}

function check(item: Record<string, unknown>): ReadArticle {
  const { updatedAt } = item;
  const refusal = storedRefusal.safeParse(item.refusal).data;
  const { data: article, error } = storedArticle.safeParse(item);
  if (article)
    return { article: { ...article, readingMinutes: readingMinutes(article.content) }, updatedAt, refusal };
  return {
    problems: error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
    updatedAt,
    refusal,
  };
}
