/** Where the team is with feedback: it is open, its author got an answer, or nothing is left to do. */
export const feedbackStates = ['open', 'answered', 'done'] as const;

export type FeedbackState = (typeof feedbackStates)[number];
