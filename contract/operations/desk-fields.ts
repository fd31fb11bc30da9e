import { maxReasonLength } from '../rules/desk-rules.ts';
import * as z from '../zod.ts';
import { prose, submissionId } from './fields.ts';

/** The fields of each action that needs a reason. */
export const action = { actionId: submissionId, reason: prose(maxReasonLength) };

/** Where a list continues, from the page before. */
export const cursor = z.optional(z.string().check(z.maxLength(1000)));
