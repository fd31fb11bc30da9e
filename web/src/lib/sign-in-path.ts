/** The path of the sign-in form, with the page to return to: a path, with its query if any. */
export const signInPath = (page: string) => `/auth?${new URLSearchParams({ returnTo: page })}`;

/** The path of the registration form, with the page to return to. */
export const registrationPath = (page: string) => `${signInPath(page)}&account=free`;
