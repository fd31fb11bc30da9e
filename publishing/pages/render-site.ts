import { createElement } from 'react';
import changelog from '../../content/changelog.md';
import { questions } from '../../content/faq.ts';
import security from '../../content/legal/security.md';
import { statusOfLabel } from '../../contract/content/changelog.ts';
import type { ManualPageText } from '../../contract/content/manual-page.ts';
import { type ManualPageId, manualPageIds, pathOfManualPage } from '../../contract/content/manual-pages.ts';
import { type SearchablePage, searchFiles } from '../../contract/content/searchable-page.ts';
import { allCollections } from '../../contract/records/article-collections.ts';
import { storyStructures } from '../../web/src/features/resources/story-structures.ts';
import { advisories } from '../../web/src/lib/advisories.ts';
import { publicAddressOf, site } from '../../web/src/lib/site.ts';
import { pages } from '../../web/src/pages.ts';
import type { SitePage } from '../../web/src/site-page.ts';
import { changelogFeed } from '../feeds/changelog-feed.ts';
import { nightColor } from '../pictures/night-colors.ts';
import { drawSiteIcons, webManifest } from '../pictures/site-icons.ts';
import { advisoryFiles } from '../security/advisory-files.ts';
import { securityText, securityTextPath } from '../security/security-text.ts';
import { pageDataElement } from './data-element.ts';
import { isListed, lastChangeOf } from './findability.ts';
import { headForCrawlers } from './head-for-crawlers.ts';
import { type PageFacts, readPageFacts } from './page-facts.ts';
import { renderPage } from './render-page.tsx';
import {
  searchableChangelog,
  searchableFaq,
  searchableManualPage,
  searchableStructures,
} from './searchable-pages.ts';
import type { SiteFile } from './site-file.ts';
import { sitemapIndexOf, sitemapOf } from './sitemap.ts';

/**
 * The build's own Vite configuration does not contain the public address of the site, so it is passed
 * in here.
 */
export { checkPage } from './check-page.ts';

/** The color that the browser uses around the page. */
export const themeColor = nightColor('ground');

export interface RenderedPage extends Pick<SitePage, 'name' | 'path'> {
  /** React's output. */
  rendered: string;
  facts: PageFacts;
  headForCrawlers: string;
  /** The element with the content that is not in the code of the page. */
  pageData?: string;
}

/** Renders every page except those of the collections of articles. */
export function renderPages(): Promise<RenderedPage[]> {
  return Promise.all([
    ...pages.map(async ({ name, path, page }) => {
      await page.preload();
      const rendered = await renderPage(path, page);
      const facts = readPageFacts(path, rendered);
      const head = headForCrawlers({ page: facts, above: [] }, themeColor);
      // The CDN returns the page of unknown addresses at any address, so it has no data.
      const data = path === '/404' && { pageData: pageDataElement(null) };
      return { name, path, rendered, facts, headForCrawlers: head, ...data };
    }),
    ...manualPageIds.map(renderManualPage),
  ]);
}

const manual = import.meta.glob<ManualPageText>('../../content/manual/*.md', {
  eager: true,
  import: 'default',
});

function manualText(id: ManualPageId): ManualPageText {
  const text = manual[`../../content/manual/${id}.md`];
  if (!text) throw new Error(`There is no file content/manual/${id}.md.`);
  return text;
}

async function renderManualPage(id: ManualPageId): Promise<RenderedPage> {
  const text = manualText(id);
  const { default: ManualPage } = await import('../../web/src/routes/manual-page.tsx');
  const path = pathOfManualPage(id);
  const rendered = await renderPage(path, { Component: () => createElement(ManualPage, { ...text, id }) });
  const facts = readPageFacts(path, rendered);
  const above = [{ title: 'Manual', address: publicAddressOf('/manual') }];
  const head = headForCrawlers({ page: facts, above }, themeColor);
  const pageData = pageDataElement(text, `${path}/page.json`);
  return { name: 'manual-page', path, rendered, facts, headForCrawlers: head, pageData };
}

/** The pages of this build that the search can find. `publishBlog` writes the articles to another file. */
export function searchablePages(): SearchablePage[] {
  return [
    ...manualPageIds.map((id) => searchableManualPage(id, manualText(id))),
    searchableFaq(questions),
    searchableStructures(storyStructures),
    searchableChangelog(changelog.filter(({ label }) => statusOfLabel(label) !== 'development')),
  ];
}

/**
 * Renders the files that search engines, home screens and the search of the site request in addition to the pages.
 */
export async function renderFilesForCrawlers(
  renderedPages: RenderedPage[],
  { favicon, builtAt }: { favicon: Buffer; builtAt: Date },
): Promise<SiteFile[]> {
  const listed = renderedPages.filter(({ path }) => isListed(path));
  return [
    {
      path: 'sitemap.xml',
      content: sitemapIndexOf(['/sitemap-pages.xml', ...allCollections.map(({ sitemap }) => `/${sitemap}`)]),
    },
    {
      path: 'sitemap-pages.xml',
      content: sitemapOf(
        listed.map(({ path, facts }) => ({ address: facts.address, lastChange: lastChangeOf(path) })),
      ),
    },
    { path: 'changelog.atom', content: changelogFeed(changelog) },
    { path: searchFiles.site.slice(1), content: JSON.stringify(searchablePages()) },
    { path: 'robots.txt', content: robots },
    { path: 'humans.txt', content: humans },
    { path: securityTextPath, content: securityText(builtAt) },
    ...advisoryFiles(advisories, `${security.updatedAt}T00:00:00Z`),
    { path: 'site.webmanifest', content: webManifest() },
    ...(await drawSiteIcons(favicon)),
  ];
}

/**
 * Hidden pages contain `noindex`. Crawlers must be able to read it, so robots.txt does not exclude
 * them.
 */
const robots = `User-agent: *
Disallow: /api/

Sitemap: ${publicAddressOf('/sitemap.xml')}
`;

const humans = `${site.name}
${site.tagline}

Written by people who lose track of their own dragons.
Say hello: ${publicAddressOf('/contact')}
`;
