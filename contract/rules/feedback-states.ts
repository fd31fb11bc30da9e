/** Where the team is with feedback: it is open, its author got an answer, or nothing is left to do. */
export const feedbackStates = ['open', 'answered', 'done'] as const;

export type FeedbackState = (typeof feedbackStates)[number];

/** An answer to feedback that is done, such as that an idea is released, does not open it again. */
export const stateAfterAnswer = (state: FeedbackState): FeedbackState =>
  state === 'done' ? 'done' : 'answered';
