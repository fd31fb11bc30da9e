import { maxReasonLength } from '../rules/desk-rules.ts';
import { prose, submissionId } from './fields.ts';

/** The fields of each action that needs a reason. */
export const action = { actionId: submissionId, reason: prose(maxReasonLength) };

/** Email addresses by user id, as they are now. Records name ids, so that a deleted account leaves no address. */
export type Names = Record<string, string>;
