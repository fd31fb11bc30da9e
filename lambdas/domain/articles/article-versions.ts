import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { StoredArticle, StoredDraft } from '../../../contract/records/article.ts';
import { type SeenArticle, type SeenVersions, seenArticle } from '../../../contract/records/desk-articles.ts';
import { type TransactionPart, writeTogether } from '../../platform/conditional-write.ts';
import { readItem } from '../../platform/read-item.ts';
import {
  type EditedArticle,
  type EditedDraft,
  nextVersion,
  refuseNewsletter,
  timeAfter,
  unchangedSince,
  withoutRefusal,
} from './edit-article.ts';

/*
 * An article has at most one version that visitors see and at most one draft. The draft of an article that is not published has the key of the
 * article, and the draft of a published article has a key of its own: two texts of the longest length do not fit into one item.
 */

export interface ArticleVersions {
  live?: StoredArticle;
  draft?: StoredDraft;
}

const ending = '#draft';

/** The key of a draft beside a published article. No slug contains this character. */
export const keyOfDraft = (slug: string): string => slug + ending;

/** The article to which the key of an item belongs. */
export const slugOfKey = (key: string): string => (key.endsWith(ending) ? key.slice(0, -ending.length) : key);

/** @throws AppError `aborted` when the address belongs to a newsletter */
export async function readVersions(
  client: DynamoDBDocumentClient,
  tableName: string,
  slug: string,
): Promise<ArticleVersions> {
  const [item, beside] = await Promise.all(
    [slug, keyOfDraft(slug)].map((key) => readItem<StoredArticle>(client, tableName, { slug: key })),
  );
  const article = refuseNewsletter(item);
  const isLive = article?.status === 'published';
  const draft = beside ? { ...beside, slug } : isLive ? undefined : article;
  return { ...(isLive ? { live: article } : {}), ...(draft ? { draft: draft as StoredDraft } : {}) };
}

/** The version of an item. In an item that was written by hand, `updatedAt` may be any scalar value or missing. */
export function seenVersion({ updatedAt }: { updatedAt?: unknown }): SeenArticle {
  const { data } = seenArticle.shape.updatedAt.safeParse(updatedAt);
  return data === undefined ? {} : { updatedAt: data };
}

export const seenOf = ({ live, draft }: ArticleVersions): SeenVersions => ({
  ...(live ? { live: seenVersion(live) } : {}),
  ...(draft ? { draft: seenVersion(draft) } : {}),
});

/**
 * Writes the changes of an article without an entry in the audit, or none.
 * @returns false when a version is not the one that the caller saw
 */
export const writeVersions = (client: DynamoDBDocumentClient, changes: TransactionPart[]): Promise<boolean> =>
  writeTogether(client, changes);

/**
 * The writes of each change of an article. All of them fail if a version is not the one that the caller saw.
 * @param current the versions as they were read
 */
export function articleWrites(tableName: string, current: ArticleVersions) {
  const keyOf = (slug: string) => (current.live ? keyOfDraft(slug) : slug);
  const requireLive = (slug: string): TransactionPart => ({
    ConditionCheck: {
      TableName: tableName,
      Key: { slug },
      ConditionExpression: '#status = :published',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':published': 'published' },
    },
  });
  const put = (item: StoredArticle | StoredDraft, seen: SeenArticle | undefined): TransactionPart => ({
    Put: { TableName: tableName, Item: item, ...unchangedSince(seen) },
  });
  const remove = (key: string, seen: SeenArticle): TransactionPart => ({
    Delete: { TableName: tableName, Key: { slug: key }, ...unchangedSince(seen) },
  });

  return {
    /** Stores a draft. The published version stays. */
    storeDraft(draft: EditedDraft, seen: SeenVersions, now: Date): TransactionPart[] {
      const { slug } = draft;
      const next = { ...nextVersion(current.draft, draft, now), slug: keyOf(slug) };
      return [put(next, seen.draft), ...(current.live ? [requireLive(slug)] : [])];
    },

    /** Publishes a version in place of the published one and of the draft. */
    publish(article: EditedArticle, seen: SeenVersions, now: Date): TransactionPart[] {
      const before = current.live ?? current.draft;
      const next = nextVersion<StoredArticle>(before as StoredArticle | undefined, article, now);
      const { slug } = article;
      if (!current.live) return [put(next, seen.live ?? seen.draft)];
      return [put(next, seen.live), ...(seen.draft ? [remove(keyOfDraft(slug), seen.draft)] : [])];
    },

    /**
     * Takes an article offline. Its draft stays, without its schedule, which would publish it again. If there is no draft, the text becomes
     * one.
     */
    unpublish(slug: string, seen: SeenVersions, now: Date): TransactionPart[] {
      const { live, draft } = current;
      // Fails. A repeated request still finds its entry in the audit.
      if (!live) return [requireLive(slug)];
      const { schedule: _, ...left } = { schedule: undefined, ...(draft ?? live), status: 'draft' as const };
      const next = { ...withoutRefusal(left), updatedAt: timeAfter(live, now) };
      // A colleague's draft that the admin has not seen would remain beside an article that is offline.
      const gone: TransactionPart = seen.draft
        ? remove(keyOfDraft(live.slug), seen.draft)
        : {
            ConditionCheck: {
              TableName: tableName,
              Key: { slug: keyOfDraft(live.slug) },
              ...unchangedSince(undefined),
            },
          };
      return [put(next, seen.live), gone];
    },

    /** A condition that fails when the draft is not the one that the admin saw. */
    requireDraft: (slug: string, seen: SeenArticle): TransactionPart[] => [
      { ConditionCheck: { TableName: tableName, Key: { slug: keyOf(slug) }, ...unchangedSince(seen) } },
    ],

    /** Discards the draft. The published version stays. */
    discardDraft: (slug: string, seen: SeenArticle): TransactionPart[] => [remove(keyOf(slug), seen)],
  };
}
