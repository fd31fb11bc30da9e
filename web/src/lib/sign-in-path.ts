/**
 * The path of the sign-in form.
 * @param page the path and query to return to
 */
export const signInPath = (page: string) => `/auth?${new URLSearchParams({ returnTo: page })}`;

/** The path of the registration form, with the page to return to. */
export const registrationPath = (page: string) => `${signInPath(page)}&account=free`;
