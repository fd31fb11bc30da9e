/** The page after a sign-in, unless another one is requested. */
export const defaultPath = '/pricing';

/**
 * A path with single slashes and a simple query. No percent sign, because encoding could hide
 * something.
 */
const ownPath = /^(\/[a-z0-9][a-z0-9-]*)+\/?(\?[\w.~=&-]*)?$/i;

/**
 * The page to return to after a sign-in. Anyone can create a link with any text, so anything that
 * is not clearly a page of ours becomes `/pricing`.
 */
export function returnPath(asked: string | null): string {
  return asked && ownPath.test(asked) && !/^\/auth\b/i.test(asked) ? asked : defaultPath;
}
