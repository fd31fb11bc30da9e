/** The path of the sign-in form, with the page to return to: a path, with its query if any. */
export const signInPath = (page: string) => `/auth?returnTo=${encodeURIComponent(page)}`;
