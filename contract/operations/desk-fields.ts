import { maxReasonLength } from '../rules/desk-rules.ts';
import { prose, submissionId } from './fields.ts';

/** The fields of each action that needs a reason. */
export const action = { actionId: submissionId, reason: prose(maxReasonLength) };
