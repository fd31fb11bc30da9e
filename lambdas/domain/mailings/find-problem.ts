import { plainFile } from '../../../contract/content/picture-files.ts';
import type { ArticleSection, Inline } from '../../../contract/content/sections.ts';
import { articleCollections } from '../../../contract/records/article-collections.ts';
import type { PublicRelease, VersionInfo } from '../../../contract/records/release.ts';
import { compareVersions } from '../../../contract/rules/version.ts';
import { articleSections } from '../../../publishing/markdown/article-sections.ts';
import type { WrittenMailing } from '../../../publishing/markdown/parse-mailing.ts';
import { eachOf } from '../../platform/each-of.ts';
import type { SiteReader } from '../../platform/site-reader.ts';
import { isAboutRelease, slugOfRelease } from './release-of-mailing.ts';

interface Site {
  readSite: SiteReader;
  siteUrl: string;
}

const requestsAtATime = 8;

/**
 * Returns a sentence about why readers must not get the mailing: the site does not offer its release, or has no page or picture that the text
 * names. Undefined if they may get it. Requests the pages from the site, because readers get the same answers.
 * @throws AppError `unavailable` when the site does not answer
 */
export async function findProblem(site: Site, mailing: WrittenMailing): Promise<string | undefined> {
  return (
    (await findReleaseProblem(site, mailing.slug)) ??
    (await findWithdrawnRelease(site, mailing)) ??
    (await findMissingPictures(site, mailing)) ??
    (await findMissingPages(site, mailing))
  );
}

async function findReleaseProblem({ readSite }: Site, slug: string): Promise<string | undefined> {
  if (!isAboutRelease(slug)) return undefined;
  const { isFound, text } = await readSite('/releases.json', 'GET');
  const releases = isFound ? (JSON.parse(text) as PublicRelease[]) : [];
  const release = releases.find(({ version }) => slugOfRelease(version) === slug);
  if (!release) return `The site offers no release with the name ${slug}. Publish the release first.`;
  const { version, channel, isYanked } = release;
  if (isYanked) return `${version} was withdrawn, so nobody gets the mailing about it.`;
  if (channel !== 'stable') return undefined;
  const current = await readSite('/version.json', 'GET');
  const offered = current.isFound ? (JSON.parse(current.text) as VersionInfo).version : undefined;
  // A later version contains what the mailing announces.
  if (offered && compareVersions(offered, version) >= 0) return undefined;
  return `The site offers ${offered ?? 'no release'} now, not ${version}. Promote ${version}, or discard the mailing.`;
}

/** A mailing with a name of its own announces a release by a link to its changes. */
async function findWithdrawnRelease(
  { readSite, siteUrl }: Site,
  mailing: WrittenMailing,
): Promise<string | undefined> {
  const versions = linksOf(articleSections(mailing.content))
    .map((link) => new URL(link, siteUrl))
    .filter(({ href, hash }) => hash && href === `${siteUrl}/changelog${hash}`)
    .map(({ hash }) => hash.slice(1));
  if (versions.length === 0) return undefined;
  const { isFound, text } = await readSite('/releases.json', 'GET');
  const releases = isFound ? (JSON.parse(text) as PublicRelease[]) : [];
  const withdrawn = releases.find(({ version, isYanked }) => isYanked && versions.includes(version));
  return (
    withdrawn && `${withdrawn.version} was withdrawn, so nobody gets a mailing that links to its changes.`
  );
}

/** Asks the site, unlike `require` of the picture store: readers get the same answer, and the function that sends scheduled mailings may not read the bucket. */
async function findMissingPictures(site: Site, mailing: WrittenMailing): Promise<string | undefined> {
  const urls = mailing.content.flatMap((section) =>
    section.type === 'picture' ? [plainFile(section).url] : [],
  );
  const missing = await missingAmong(site, urls);
  if (missing.length === 0) return undefined;
  return `The site has no picture at ${missing.join(' and ')}. Upload it first, or correct its address.`;
}

async function findMissingPages(site: Site, mailing: WrittenMailing): Promise<string | undefined> {
  // A newsletter appears there when it is sent.
  const ownAddress = `${site.siteUrl}/${articleCollections.letters.name}/${mailing.slug}`;
  const links = linksOf(articleSections(mailing.content));
  const others = links.filter((link) => new URL(link, site.siteUrl).href !== ownAddress);
  const missing = await missingAmong(site, others);
  if (missing.length === 0) return undefined;
  return `The text links to ${missing.join(' and ')}, which the site does not have. Correct the link.`;
}

/** The addresses on our site that it does not have, each once. */
async function missingAmong({ readSite, siteUrl }: Site, urls: string[]): Promise<string[]> {
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

const linksOf = (sections: ArticleSection[]): string[] =>
  sections.flatMap((section) => {
    if (section.type === 'picture') return [];
    if (section.type === 'list') return section.content.flatMap(({ content }) => linksIn(content));
    return linksIn(section.content);
  });

const linksIn = (content: Inline[]): string[] =>
  content.flatMap((part) => {
    if (typeof part === 'string') return [];
    return [...(part.mark === 'link' ? [part.href] : []), ...linksIn(part.content)];
  });
