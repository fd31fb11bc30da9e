/** The types of feedback. The form preselects the first one. */
export const feedbackTypes = ['General Feedback', 'Something is broken', 'An idea', 'This website'] as const;

/** The type of what readers say about a page of the manual, without an account. */
export const manualFeedbackType = 'The manual';

/** Everything that arrives in the inbox of the desk. */
export const inboxTypes = [...feedbackTypes, manualFeedbackType] as const;

export type FeedbackType = (typeof feedbackTypes)[number];

/**
 * The maximum lengths in Unicode code points: a letter of any script counts once, an emoji may
 * count several times.
 */
export const textLimits = {
  feedback: 4000,
  manualFeedback: 500,
  contactMessage: 5000,
  contactName: 100,
  problem: 2000,
} as const;
