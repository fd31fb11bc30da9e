/** What feedback can be about; the first is what the form begins with. */
export const feedbackTypes = ['General Feedback', 'Something is broken', 'An idea', 'This website'] as const;

export type FeedbackType = (typeof feedbackTypes)[number];

/** The longest texts, in Unicode code points: an emoji may be several, but no letter of any script counts twice. */
export const textLimits = { feedback: 4000, contactMessage: 5000, contactName: 100 } as const;
