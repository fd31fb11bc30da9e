import { maxReasonLength } from '../rules/desk-rules.ts';
import { isTimeZone } from '../rules/zoned-time.ts';
import * as z from '../zod.ts';
import { prose, submissionId } from './fields.ts';

/** The fields of each action that needs a reason. */
export const action = { actionId: submissionId, reason: prose(maxReasonLength) };

/** Email addresses by user id, as they are now. Records name ids, so that a deleted account leaves no address. */
export type Names = Record<string, string>;

/** The time at which something is published or sent: see `ZonedTime`. */
export const scheduledTime = z.strictObject({
  at: z.iso.datetime().check(z.maxLength(30)),
  timeZone: z.string().check(z.maxLength(64), z.refine(isTimeZone, 'is not a time zone')),
});
