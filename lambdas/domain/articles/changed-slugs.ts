import * as events from '../../../contract/events/events.ts';
import * as z from '../../../contract/zod.ts';
import { logger } from '../../platform/logger.ts';

const blogMessage = z.union([
  z.pipe(
    z.object({
      'detail-type': z.literal(events.articleChanged.type),
      detail: z.object({ slug: z.string().check(z.minLength(1)) }),
    }),
    z.transform(({ detail }) => [detail.slug]),
  ),
  z.pipe(
    z.object({ 'detail-type': z.literal(events.objectCreated.type) }),
    z.transform((): string[] => []),
  ),
]);

/** Returns the articles that these messages of the queue name. Each message makes the site publish everything, even one that is not valid. */
export function changedSlugs(messages: unknown[]): string[] {
  const slugs = messages.flatMap((message) => {
    const { data, error } = blogMessage.safeParse(message);
    if (error) logger.error('cannot read a message');
    return data ?? [];
  });
  return [...new Set(slugs)];
}
