/** How long after a sign-in a member of the team can use the desk. */
export const deskSignInHours = 8;

/** The longest note or reason, in Unicode code points. */
export const maxReasonLength = 1000;

/** The most people that a search returns. */
export const maxFoundPeople = 20;

/** How much feedback the inbox shows at once. */
export const feedbackPageSize = 25;
