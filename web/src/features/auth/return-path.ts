/** Where a sign-in leads if nothing else is asked for. */
export const defaultPath = '/pricing';

/** A path with single slashes and a simple query. No percent sign, so that nothing can be hidden by encoding it. */
const ownPath = /^(\/[a-z0-9][a-z0-9-]*)+\/?(\?[\w.~=&-]*)?$/i;

/** The page to return to after a sign-in. Anybody can write a link with any text, so what is not plainly a page of ours is `/pricing`. */
export function returnPath(asked: string | null): string {
  return asked && ownPath.test(asked) && !/^\/auth\b/i.test(asked) ? asked : defaultPath;
}
