import * as z from 'zod';
import { events } from '../../../contract/events/events.ts';

/**
 * A message of the mailing queue: a mailing was started, or a run that ran out of time asks for another one. Parses to the slug.
 */
export const mailingMessage = z.union([
  z
    .object({ 'detail-type': z.literal(events.mailingStarted.type), detail: events.mailingStarted.detail })
    .transform(({ detail }) => detail.slug),
  z.object({ continues: z.string() }).transform(({ continues }) => continues),
]);
