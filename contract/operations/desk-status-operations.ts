import type { SiteStatus } from '../records/site-status.ts';
import { maxStatusSentence, statusComponents } from '../rules/status-rules.ts';
import * as z from '../zod.ts';
import { defineOperation } from './define-operation.ts';
import { type NoFields, noFields, prose, submissionId } from './fields.ts';

/** Visitors read the text. It is also the reason in the audit log. */
const sentence = { actionId: submissionId, text: prose(maxStatusSentence) };

/** Returns the public status; missing until the first check. */
export const deskStatus = defineOperation('deskStatus', {
  request: () => noFields,
  response: {} as { status?: SiteStatus },
});

/** Reports a problem that no alarm sees, until the team ends it. */
export const deskOpenIncident = defineOperation('deskOpenIncident', {
  request: () =>
    z.strictObject({
      ...sentence,
      components: z
        .array(z.enum(statusComponents))
        .check(z.minLength(1), z.maxLength(statusComponents.length)),
    }),
  response: {} as NoFields,
});

/** Adds a sentence to an open or past incident. */
export const deskUpdateIncident = defineOperation('deskUpdateIncident', {
  request: () =>
    z.strictObject({
      ...sentence,
      incidentId: z.string().check(z.minLength(1), z.maxLength(100)),
      /** Whether this also ends what the team reported. */
      ends: z.boolean(),
    }),
  response: {} as NoFields,
});
