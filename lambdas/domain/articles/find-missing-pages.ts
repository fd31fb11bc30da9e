import type { Inline } from '../../../contract/content/sections.ts';
import type { StoredSection } from '../../../contract/records/article.ts';
import { articleCollections } from '../../../contract/records/article-collections.ts';
import { articleSections } from '../../../publishing/markdown/article-sections.ts';
import { AppError } from '../../platform/app-error.ts';
import { eachOf } from '../../platform/each-of.ts';
import type { SiteReader } from '../../platform/site-reader.ts';

export interface Site {
  readSite: SiteReader;
  siteUrl: string;
}

const requestsAtATime = 8;

/**
 * Returns a sentence about the pages of the site to which a text links, and which the site does not have; undefined if there are none.
 * @param ownPath the page that the text becomes
 * @throws AppError `unavailable` when the site does not answer
 */
export async function findMissingPages(
  site: Site,
  content: StoredSection[],
  ownPath: string,
): Promise<string | undefined> {
  const own = new URL(ownPath, site.siteUrl).href;
  const links = linksOf(content).filter((link) => new URL(link, site.siteUrl).href.split('#')[0] !== own);
  const missing = await missingAmong(site, links);
  if (missing.length === 0) return undefined;
  return `The text links to ${missing.join(' and ')}, which the site does not have. Correct the link.`;
}

/** @throws AppError `invalid-argument` with the missing pages to which an article links, or an error of `findMissingPages` */
export async function requirePages(
  site: Site,
  { slug, content }: { slug: string; content: StoredSection[] },
): Promise<void> {
  const problem = await findMissingPages(site, content, `/${articleCollections.blog.name}/${slug}`);
  if (problem) throw new AppError('invalid-argument', problem);
}

/** The addresses on our site that it does not have, each once. Requests them from the site, because readers get the same answers. */
export async function missingAmong({ readSite, siteUrl }: Site, urls: string[]): Promise<string[]> {
  const { origin } = new URL(siteUrl);
  const ours = urls
    .map((url) => new URL(url, siteUrl))
    // A request to an operation may change something.
    .filter((url) => url.origin === origin && !url.pathname.startsWith('/api/'))
    .map(({ pathname, search, hash }) => ({ path: `${pathname}${search}`, hash }));
  const known = new Map(ours.map((place) => [`${place.path}${place.hash}`, place]));
  const answers = await eachOf([...known], requestsAtATime, async ([address, { path, hash }]) => {
    const { isFound, text } = await readSite(path, hash ? 'GET' : 'HEAD');
    return isFound && (!hash || hasPlace(text, hash)) ? [] : [address];
  });
  return answers.flat();
}

/** Whether a page has the element to which a fragment leads. Our ids need no escaping. */
const hasPlace = (html: string, hash: string) => html.includes(` id="${hash.slice(1)}"`);

export const linksOf = (content: StoredSection[]): string[] =>
  articleSections(content).flatMap((section) => {
    if (section.type === 'picture') return [];
    if (section.type === 'list') return section.content.flatMap(({ content }) => linksIn(content));
    return linksIn(section.content);
  });

const linksIn = (content: Inline[]): string[] =>
  content.flatMap((part) => {
    if (typeof part === 'string') return [];
    return [...(part.mark === 'link' ? [part.href] : []), ...linksIn(part.content)];
  });
