import { maxReasonLength } from '../rules/desk-rules.ts';
import * as z from '../zod.ts';
import { prose, submissionId } from './fields.ts';

/** What a member of the team does, and why. */
export const action = { actionId: submissionId, reason: prose(maxReasonLength) };

/** Where a list continues, from the page before. */
export const cursor = z.optional(z.string().check(z.maxLength(1000)));
