import {
  type FeedbackCursor,
  feedbackCursor,
  type InboxFeedback,
  seenFeedback,
} from '../records/feedback.ts';
import { inboxTypes, textLimits } from '../rules/feedback-limits.ts';
import { feedbackStates } from '../rules/feedback-states.ts';
import * as z from '../zod.ts';
import { defineOperation } from './define-operation.ts';
import { line, type NoFields, prose, submissionId } from './fields.ts';

/** The fields of each action on feedback. It changes no account, order or license, so it needs no reason. */
const feedbackAction = z.strictObject({
  actionId: submissionId,
  feedbackId: submissionId,
  seen: seenFeedback,
});

/** Returns a page of the feedback in a state, newest first. */
export const deskFeedback = defineOperation('deskFeedback', {
  request: () =>
    z.strictObject({
      state: z.enum(feedbackStates),
      type: z.optional(z.enum(inboxTypes)),
      after: z.optional(feedbackCursor),
    }),
  response: {} as { feedback: InboxFeedback[]; next?: FeedbackCursor },
});

/** Answers feedback with an email to its author. */
export const deskAnswerFeedback = defineOperation('deskAnswerFeedback', {
  request: () => z.extend(feedbackAction, { answer: prose(textLimits.feedback) }),
  response: {} as NoFields,
});

/** Marks feedback as done, with the item of the roadmap that it led to. */
export const deskCloseFeedback = defineOperation('deskCloseFeedback', {
  request: () => z.extend(feedbackAction, { roadmapItem: z.optional(line(200)) }),
  response: {} as NoFields,
});
