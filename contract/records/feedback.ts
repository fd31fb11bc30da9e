import { feedbackStates } from '../rules/feedback-states.ts';
import * as z from '../zod.ts';

/** An answer of the team, which its author gets by email. */
const feedbackComment = z.object({
  /** The id of the action that added it. */
  answerId: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** The user id of the admin. */
  actorId: z.string(),
  text: z.string(),
});

/** Feedback as it is stored. */
export const feedback = z.object({
  feedbackId: z.string(),
  /** Missing for feedback about the manual, which nobody can answer. */
  userId: z.optional(z.string()),
  type: z.string(),
  content: z.string(),
  /** ISO 8601, UTC: when it arrived. */
  timestamp: z.string(),
  /** The team's answers. */
  comments: z.array(feedbackComment),
  /** Missing for feedback that is older than the inbox. */
  state: z._default(z.enum(feedbackStates), 'open'),
  /** The title of the roadmap item that it led to. Not an enum, because pages, which contain the roadmap, may be newer than functions. */
  roadmapItem: z.optional(z.string()),
  /** The page of the manual, and whether it was clear. */
  manual: z.optional(z.object({ page: z.string(), isClear: z.boolean() })),
});

export type Feedback = z.infer<typeof feedback>;

/** Feedback of a person with an account. */
export type AuthoredFeedback = Feedback & { userId: string };

/** Feedback in the inbox, with the address of its author. */
export type InboxFeedback = Feedback & { email?: string | undefined };

/** Feedback for the export of its author, who does not learn which admin answered. */
export const exportedFeedback = z.extend(feedback, {
  comments: z.array(z.omit(feedbackComment, { actorId: true })),
});

/** Feedback as an admin sees it when deciding. An action fails if it has changed since. */
export const seenFeedback = z.strictObject({
  state: z.enum(feedbackStates),
  comments: z.int().check(z.nonnegative()),
});

export type SeenFeedback = z.infer<typeof seenFeedback>;

/** The cursor of the inbox: the last feedback of the previous page. */
export const feedbackCursor = z.strictObject({
  feedbackId: z.string().check(z.minLength(1), z.maxLength(100)),
  timestamp: z.string().check(z.minLength(1), z.maxLength(40)),
});

export type FeedbackCursor = z.infer<typeof feedbackCursor>;
