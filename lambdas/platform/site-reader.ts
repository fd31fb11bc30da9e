import { AppError } from './app-error.ts';

/** A response of our site. */
interface SiteResponse {
  isFound: boolean;
  /** Empty unless it was read. */
  text: string;
}

export type SiteReader = (path: string, method: 'GET' | 'HEAD') => Promise<SiteResponse>;

const notFound = [404, 410];
const timeoutMs = 8_000;

/** Requests a path of our site as a reader's browser does. A redirect counts as found. */
export function siteReader(siteUrl: string, fetchUrl: typeof fetch = fetch): SiteReader {
  /** @throws AppError `unavailable` when the site does not answer */
  return async (path, method) => {
    // A path that begins with two slashes would lead to another site.
    const response = await fetchUrl(siteUrl + path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(() => undefined);
    if (!response || response.status >= 500)
      throw new AppError('unavailable', `The site did not answer a request for ${path}. Try again.`);
    const isFound = !notFound.includes(response.status);
    return { isFound, text: method === 'GET' && isFound ? await response.text() : '' };
  };
}
