import * as z from 'zod';
import { events } from '../../../contract/events/events.ts';
import type { ChangedArticles } from './publish-blog.ts';

/** What a run that has no time left sends to its own queue. */
export const continuation = { isContinuation: true } as const;

/** A message of the queue: an event, or a continuation. */
export const blogMessage = z.union([
  z
    .object({ 'detail-type': z.literal(events.articleChanged.type), detail: events.articleChanged.detail })
    .transform(({ detail }): ChangedArticles => [detail.slug]),
  z.object({ 'detail-type': z.literal(events.objectCreated.type) }).transform((): ChangedArticles => 'all'),
  z.object({ isContinuation: z.literal(true) }).transform((): ChangedArticles => []),
]);

/** Everything that these messages ask for. */
export const allChanges = (messages: ChangedArticles[]): ChangedArticles =>
  messages.includes('all') ? 'all' : [...new Set((messages as string[][]).flat())];
