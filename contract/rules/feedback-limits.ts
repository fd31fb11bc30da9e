/** The types of feedback. The form preselects the first one. */
export const feedbackTypes = ['General Feedback', 'Something is broken', 'An idea', 'This website'] as const;

export type FeedbackType = (typeof feedbackTypes)[number];

/**
 * The maximum lengths in Unicode code points: a letter of any script counts once, an emoji may
 * count several times.
 */
export const textLimits = { feedback: 4000, contactMessage: 5000, contactName: 100, problem: 2000 } as const;
