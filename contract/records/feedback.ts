import * as z from 'zod';

/** Feedback as it is stored. */
export const feedback = z.object({
  feedbackId: z.string(),
  userId: z.string(),
  type: z.string(),
  content: z.string(),
  /** ISO 8601, UTC: when it arrived. */
  timestamp: z.string(),
  /** The team's notes. */
  comments: z.array(z.string()),
});

export type Feedback = z.infer<typeof feedback>;
