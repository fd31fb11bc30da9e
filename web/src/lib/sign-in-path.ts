/** The way to the sign-in form that returns to this page of ours: a path, with its query if it has one. */
export const signInPath = (page: string) => `/auth?returnTo=${encodeURIComponent(page)}`;
