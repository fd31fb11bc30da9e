import * as z from 'zod';
import { feedbackStates } from '../rules/feedback-states.ts';

/** An answer of the team, which its author gets by email. */
const feedbackComment = z.object({
  /** The id of the action that added it. */
  answerId: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** The user id of the member of the team. */
  actorId: z.string(),
  text: z.string(),
});

/** Feedback as it is stored. */
export const feedback = z.object({
  feedbackId: z.string(),
  userId: z.string(),
  type: z.string(),
  content: z.string(),
  /** ISO 8601, UTC: when it arrived. */
  timestamp: z.string(),
  /** The team's answers. */
  comments: z.array(feedbackComment),
  /** Feedback from before the inbox has none. */
  state: z.enum(feedbackStates).default('open'),
  /** The title of the item of the roadmap that it led to. The pages have the roadmap, and may be newer than a function. */
  roadmapItem: z.string().optional(),
});

export type Feedback = z.infer<typeof feedback>;

/** Feedback in the inbox, with the address of its author. */
export const inboxFeedback = feedback.extend({ email: z.string().optional() });

export type InboxFeedback = z.infer<typeof inboxFeedback>;

/** Feedback for the export of its author, who does not learn which member of the team answered. */
export const exportedFeedback = feedback.extend({
  comments: z.array(feedbackComment.omit({ actorId: true })),
});

/** Feedback as a member of the team sees it when deciding. An action fails if it has changed since. */
export const seenFeedback = z.strictObject({
  state: z.enum(feedbackStates),
  comments: z.int().nonnegative(),
});

export type SeenFeedback = z.infer<typeof seenFeedback>;

/** Where the next page of the inbox begins: after this feedback. */
export const feedbackCursor = z.strictObject({
  feedbackId: z.string().min(1).max(100),
  timestamp: z.string().min(1).max(40),
});

export type FeedbackCursor = z.infer<typeof feedbackCursor>;
