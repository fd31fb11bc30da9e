import { isDeepStrictEqual } from 'node:util';
import type { PutCommandInput } from '@aws-sdk/lib-dynamodb';
import {
  type ArticleStatus,
  type StoredArticle,
  type StoredRefusal,
  storedArticle,
  storedRefusal,
} from '../../../contract/records/article.ts';
import { AppError } from '../../platform/app-error.ts';

/*
 * Changes of an article by the team, with the command and at the desk.
 */

/** An article without the field that is set when it is written. */
export interface EditedArticle extends Omit<StoredArticle, 'updatedAt' | 'status'> {
  status: ArticleStatus;
}

/**
 * Returns the item, unless it is a newsletter, which cannot change after people have received it.
 * @throws AppError `aborted` for a newsletter
 */
export function refuseNewsletter(item: StoredArticle | undefined): StoredArticle | undefined {
  if (item?.status === 'letter')
    throw new AppError('aborted', `The address ${item.slug} belongs to a newsletter that was sent.`);
  return item;
}

/** The article with another status and without a refusal, because the site does not read drafts and has not read the new version. */
export function withStatus(article: StoredArticle, status: ArticleStatus): EditedArticle {
  const { refusal: _, ...fields } = article as StoredArticle & { refusal?: StoredRefusal };
  return { ...fields, status };
}

/** The next version of an article, or `before` if it is the same. */
export function nextVersion(
  before: StoredArticle | undefined,
  article: EditedArticle,
  now: Date,
): StoredArticle {
  const { data: last } = storedArticle.shape.updatedAt.safeParse(before?.updatedAt);
  const isSame = before && last && isDeepStrictEqual({ ...article, updatedAt: before.updatedAt }, before);
  return isSame ? before : { ...article, updatedAt: later(last, now) };
}

/**
 * Returns a time after the previous change, even if this machine's clock is behind, because others
 * recognize a version by its time. A previous time that is not readable counts as earlier.
 */
function later(last: string | undefined, now: Date): string {
  const earliest = last ? Date.parse(last) + 1 : 0;
  return new Date(Math.max(now.getTime(), earliest)).toISOString();
}

/**
 * Writes an article, unless the item has another version than `before`.
 * @param before the version that was read; undefined if there was none
 */
export function putUnlessChanged(
  tableName: string,
  article: StoredArticle,
  before: { updatedAt?: unknown } | undefined,
): PutCommandInput {
  return { TableName: tableName, Item: article, ...unchangedSince(before) };
}

function unchangedSince(before: { updatedAt?: unknown } | undefined) {
  if (!before) return { ConditionExpression: 'attribute_not_exists(slug)' };
  // An item that was written by hand may have any value or none.
  if (before.updatedAt === undefined)
    return { ConditionExpression: 'attribute_exists(slug) AND attribute_not_exists(updatedAt)' };
  return {
    ConditionExpression: 'updatedAt = :before',
    ExpressionAttributeValues: { ':before': before.updatedAt },
  };
}

/**
 * Returns why the site refused the current version of the article; undefined if it did not refuse
 * it.
 */
export function refusalOf(item: { updatedAt?: unknown; refusal?: unknown }): StoredRefusal | undefined {
  const { data: refusal } = storedRefusal.safeParse(item.refusal);
  return refusal && isDeepStrictEqual(refusal.updatedAt, item.updatedAt) ? refusal : undefined;
}
