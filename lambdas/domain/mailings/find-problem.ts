import { plainFile } from '../../../contract/content/picture-files.ts';
import { articleCollections } from '../../../contract/records/article-collections.ts';
import type { PublicRelease, VersionInfo } from '../../../contract/records/release.ts';
import { compareVersions } from '../../../contract/rules/version.ts';
import type { WrittenMailing } from '../../../publishing/markdown/parse-mailing.ts';
import { findMissingPages, linksOf, missingAmong, type Site } from '../articles/find-missing-pages.ts';
import { findOfferProblem, isAboutRelease, slugOfRelease } from './automatic-mailings.ts';

/**
 * Returns a sentence about why readers must not get the mailing: the site does not offer its release, its offer has ended, or the site
 * lacks a page or picture that the text names. Undefined if they may get it. Requests the pages from the site, because readers get the same answers.
 * @throws AppError `unavailable` when the site does not answer
 */
export async function findProblem(
  site: Site & { now: () => Date },
  mailing: WrittenMailing,
): Promise<string | undefined> {
  return (
    findOfferProblem(mailing.slug, site.now()) ??
    (await findReleaseProblem(site, mailing.slug)) ??
    (await findWithdrawnRelease(site, mailing)) ??
    (await findMissingPictures(site, mailing)) ??
    // A newsletter appears there when it is sent.
    (await findMissingPages(site, mailing.content, `/${articleCollections.letters.name}/${mailing.slug}`))
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
  const versions = linksOf(mailing.content)
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

/**
 * Asks the site, unlike `require` of the picture store: readers get the same answer, and the function that sends scheduled mailings may not read
 * the bucket.
 */
async function findMissingPictures(site: Site, mailing: WrittenMailing): Promise<string | undefined> {
  const urls = mailing.content.flatMap((section) =>
    section.type === 'picture' ? [plainFile(section).url] : [],
  );
  const missing = await missingAmong(site, urls);
  if (missing.length === 0) return undefined;
  return `The site has no picture at ${missing.join(' and ')}. Upload it first, or correct its address.`;
}
