import * as events from '../../../contract/events/events.ts';
import * as z from '../../../contract/zod.ts';
import { logger } from '../../platform/logger.ts';
import type { BlogChanges } from './publish-blog.ts';

/** The message that a run without time left sends to its own queue. */
export const continuation = { isContinuation: true } as const;

const blogMessage = z.union([
  z.pipe(
    z.object({
      'detail-type': z.literal(events.articleChanged.type),
      detail: z.object({ slug: z.string().check(z.minLength(1)) }),
    }),
    z.transform(({ detail }): BlogChanges => ({ slugs: [detail.slug], isAll: false })),
  ),
  z.pipe(
    z.object({ 'detail-type': z.literal(events.objectCreated.type) }),
    z.transform((): BlogChanges => ({ slugs: [], isAll: true })),
  ),
  z.pipe(
    z.object({ isContinuation: z.literal(true) }),
    z.transform((): BlogChanges => ({ slugs: [], isAll: false })),
  ),
]);

/** Returns the changes that these messages of the queue request. An invalid message requests all articles, so that no change is lost. */
export function changesOf(messages: unknown[]): BlogChanges {
  const changes = messages.map((message) => {
    const { data, error } = blogMessage.safeParse(message);
    if (error) logger.error('cannot read a message');
    return data ?? { slugs: [], isAll: true };
  });
  return {
    slugs: [...new Set(changes.flatMap(({ slugs }) => slugs))],
    isAll: changes.some(({ isAll }) => isAll),
  };
}
