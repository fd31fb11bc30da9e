import * as z from 'zod';
import { events } from '../../../contract/events/events.ts';

/** A message of the queue of mailings: that a mailing may be sent, or what a run without time sends. Returns the slug. */
export const mailingMessage = z.union([
  z
    .object({ 'detail-type': z.literal(events.mailingStarted.type), detail: events.mailingStarted.detail })
    .transform(({ detail }) => detail.slug),
  z.object({ continues: z.string() }).transform(({ continues }) => continues),
]);
