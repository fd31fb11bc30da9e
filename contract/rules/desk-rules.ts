/** How long after a sign-in an admin can use the desk. */
export const deskSignInHours = 8;

/** The longest note or reason, in Unicode code points. */
export const maxReasonLength = 1000;

/** The longest name that a gift comes from. */
export const maxGiverName = 100;

/** The most people that a search returns. */
export const maxFoundPeople = 20;

/** How many days the overview counts, including today. */
export const overviewDays = 90;

/** How many items a list of the desk shows at once. */
export const deskPageSize = 50;

/** Cognito accepts filters of 256 characters, in which some characters of the query take two. */
export const maxQueryLength = 120;
