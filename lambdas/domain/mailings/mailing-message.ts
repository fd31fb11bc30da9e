import * as events from '../../../contract/events/events.ts';
import * as z from '../../../contract/zod.ts';

/**
 * A message of the mailing queue: a mailing was started, or a run that ran out of time asks for another one. Parses to the slug.
 */
export const mailingMessage = z.union([
  z.pipe(
    z.object({ 'detail-type': z.literal(events.mailingStarted.type), detail: events.mailingStarted.detail }),
    z.transform(({ detail }) => detail.slug),
  ),
  z.pipe(
    z.object({ continues: z.string() }),
    z.transform(({ continues }) => continues),
  ),
]);
