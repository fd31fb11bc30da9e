/**
 * The path of the sign-in form.
 * @param page the path and query to return to; parameters with other characters than `returnPath` accepts are left out
 */
export function signInPath(page: string): string {
  const [path, ...query] = page.split(/[?&]/);
  const kept = query.filter((parameter) => /^[\w.~=-]+$/.test(parameter)).join('&');
  return `/auth?${new URLSearchParams({ returnTo: kept ? `${path}?${kept}` : `${path}` })}`;
}

/** The path of the registration form, with the page to return to. */
export const registrationPath = (page: string) => `${signInPath(page)}&account=free`;
