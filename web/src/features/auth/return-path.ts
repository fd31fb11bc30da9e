/** The page after a sign-in, unless another one is requested. */
export const defaultPath = '/pricing';

/** A path with single slashes, except the sign-in. Percent signs are rejected, because encoding could hide other characters. */
const ownPath = /^(?!\/auth\b)(\/[a-z0-9][a-z0-9-]*)+\/?$/i;

const plainParameter = /^[\w.~=-]+$/;

/**
 * The page to return to after a sign-in. Anyone can create a link with any text, so anything that
 * is not clearly a page of ours becomes `/pricing`, and parameters with other characters are left out.
 */
export function returnPath(asked: string | null): string {
  const [path = '', ...query] = (asked ?? '').split(/[?&]/);
  const kept = query.filter((parameter) => plainParameter.test(parameter));
  if (!ownPath.test(path)) return defaultPath;
  return kept.length > 0 ? `${path}?${kept.join('&')}` : path;
}
