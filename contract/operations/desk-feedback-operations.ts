import {
  type FeedbackCursor,
  feedbackCursor,
  type InboxFeedback,
  seenFeedback,
} from '../records/feedback.ts';
import type { MailingSummary } from '../records/mailing.ts';
import { inboxTypes, textLimits } from '../rules/feedback-limits.ts';
import { feedbackStates } from '../rules/feedback-states.ts';
import * as z from '../zod.ts';
import { defineOperation } from './define-operation.ts';
import { line, type NoFields, noFields, prose, submissionId } from './fields.ts';

export interface DeskRoadmapItem {
  id: string;
  /** Counted from the records of the people. */
  votes: number;
  /** The part of the voters who hold a license, and the part who are subscribed to the group feedback. */
  licensed: number;
  recipients: number;
  /** Mailings to the voters, without discarded ones. */
  mailings: Pick<MailingSummary, 'slug' | 'status' | 'updatedAt'>[];
}

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

/** Returns the voters of each item of the roadmap, and the mailings that they got or will get. */
export const deskRoadmap = defineOperation('deskRoadmap', {
  request: () => noFields,
  response: {} as { items: DeskRoadmapItem[] },
});

/** Marks feedback as done, with the item of the roadmap that it led to. */
export const deskCloseFeedback = defineOperation('deskCloseFeedback', {
  request: () => z.extend(feedbackAction, { roadmapItem: z.optional(line(200)) }),
  response: {} as NoFields,
});
