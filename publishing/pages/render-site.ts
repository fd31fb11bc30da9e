import { createElement } from 'react';
import changelog from '../../content/changelog.md';
import security from '../../content/legal/security.md';
import type { ManualPageText } from '../../contract/content/manual-page.ts';
import { type ManualPageId, manualPageIds, pathOfManualPage } from '../../contract/content/manual-pages.ts';
import { allCollections } from '../../contract/records/article-collections.ts';
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

async function renderManualPage(id: ManualPageId): Promise<RenderedPage> {
  const text = manual[`../../content/manual/${id}.md`];
  if (!text) throw new Error(`There is no file content/manual/${id}.md.`);
  const { default: ManualPage } = await import('../../web/src/routes/manual-page.tsx');
  const path = pathOfManualPage(id);
  const rendered = await renderPage(path, { Component: () => createElement(ManualPage, { ...text, id }) });
  const facts = readPageFacts(path, rendered);
  const above = [{ title: 'Manual', address: publicAddressOf('/manual') }];
  const head = headForCrawlers({ page: facts, above }, themeColor);
  const pageData = pageDataElement(text, `${path}/page.json`);
  return { name: 'manual-page', path, rendered, facts, headForCrawlers: head, pageData };
}

/**
 * Renders the files that search engines and home screens request in addition to the pages.
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
