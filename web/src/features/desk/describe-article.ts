import type { ListedArticle, ListedDraft, SeenArticle } from '../../../../contract/records/desk-articles.ts';
import { describeTime } from '../../../../contract/rules/zoned-time.ts';
import { formatDate } from '../../lib/format-date.ts';
import { utcTime } from './details.tsx';

/** The state of an article in words, such as "published, with a draft from Nov 28, 2026, 9:30 AM UTC". */
export function describeArticle(article: ListedArticle): string {
  const { status, state, draft, isBesideLive } = article;
  if (status === 'published') return draft ? `${state}, with a draft ${timeOfDraft(draft)}` : state;
  if (state === 'being unpublished') return state;
  return `${isBesideLive ? 'draft of a published article,' : 'draft'} ${timeOfDraft(article)}`;
}

function timeOfDraft({ updatedAt, schedule }: ListedDraft): string {
  const stored = isTime(updatedAt) ? `from ${utcTime(updatedAt)}` : 'without a date';
  return schedule ? `${stored}, to be published on ${describeTime(schedule)}` : stored;
}

/** An item that was written by hand may have no date. */
export const describeDate = (date: string) => (isTime(date) ? formatDate(date) : date);

const isTime = (value: unknown): value is string =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value));

/** The version in a list, as a request names it. */
export const seenIn = ({ updatedAt }: SeenArticle): SeenArticle =>
  updatedAt === undefined ? {} : { updatedAt };
