import { isDeepStrictEqual } from 'node:util';
import {
  type ArticleStatus,
  type StoredArticle,
  type StoredDraft,
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

/** A draft without the field that is set when it is written. */
export type EditedDraft = Omit<StoredDraft, 'updatedAt'>;

/**
 * Returns the item, unless it is a newsletter, which cannot change after people have received it.
 * @throws AppError `aborted` for a newsletter
 */
export function refuseNewsletter(item: StoredArticle | undefined): StoredArticle | undefined {
  if (item?.status === 'letter')
    throw new AppError('aborted', `The address ${item.slug} belongs to a newsletter that was sent.`);
  return item;
}

/** The item without a refusal, because the site does not read drafts and has not read a new version. */
export function withoutRefusal<Item extends object>(item: Item): Item {
  const { refusal: _, ...rest } = item as Item & { refusal?: unknown };
  return rest as Item;
}

/** The next version of an article or its draft, or `before` if it is the same. */
export function nextVersion<Item extends StoredArticle | StoredDraft>(
  before: Item | undefined,
  edited: Omit<Item, 'updatedAt'>,
  now: Date,
): Item {
  const isSame =
    before && lastChange(before) && isDeepStrictEqual({ ...edited, updatedAt: before.updatedAt }, before);
  return isSame ? before : ({ ...edited, updatedAt: timeAfter(before, now) } as Item);
}

/** Undefined if it is not readable. */
const lastChange = (item: { updatedAt?: unknown }) =>
  storedArticle.shape.updatedAt.safeParse(item.updatedAt).data;

/**
 * Returns a time after the previous change, even if this machine's clock is behind, because others
 * recognize a version by its time. A previous time that is not readable counts as earlier.
 */
export function timeAfter(before: { updatedAt?: unknown } | undefined, now: Date): string {
  const last = before && lastChange(before);
  const earliest = last ? Date.parse(last) + 1 : 0;
  return new Date(Math.max(now.getTime(), earliest)).toISOString();
}

/** The condition that an item still is the version that was read: `undefined` if there was none. */
export function unchangedSince(before: { updatedAt?: unknown } | undefined) {
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
