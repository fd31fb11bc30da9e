import changelog from '../../content/changelog.md';
import { questions } from '../../content/faq.ts';
import accessibility from '../../content/legal/accessibility.md';
import ifWeStop from '../../content/legal/if-we-stop.md';
import privacy from '../../content/legal/privacy.md';
import security from '../../content/legal/security.md';
import withdrawal from '../../content/legal/withdrawal.md';
import { statusOfLabel } from '../../contract/content/changelog.ts';
import type { PublishedSummary } from '../../contract/records/article.ts';
import { termsVersion, termsVersions } from '../../contract/rules/terms-versions.ts';
import { publicAddressOf } from '../../web/src/lib/site.ts';
import type { PageFacts } from './page-facts.ts';
import {
  blogPosting,
  breadcrumbList,
  faqPage,
  softwareApplication,
  type Thing,
  techArticle,
  webSite,
} from './structured-data.ts';

/* The metadata of each page for search engines. */

/** Pages with nothing for visitors from a search: errors, and pages of one user. */
const hiddenPaths = [
  '/404',
  '/nopage',
  '/account',
  '/receipt',
  '/preferences',
  '/unsubscribe',
  '/redeem',
  '/accept-license',
  '/desk',
];

/** Whether a search engine may show the page. */
export const isIndexable = (path: string): boolean => !hiddenPaths.includes(path);

/**
 * Whether the sitemap lists the page. Search engines may show the sign-in page, but it is not
 * listed.
 */
export const isListed = (path: string): boolean => isIndexable(path) && path !== '/auth';

/** The date of the last change, if the content states it. */
export function lastChangeOf(path: string): string | undefined {
  switch (path) {
    case '/changelog':
      return changelog.find(({ label }) => statusOfLabel(label) !== 'development')?.date;
    case '/accessibility':
      return accessibility.updatedAt;
    case '/if-we-stop':
      return ifWeStop.updatedAt;
    case '/privacy':
      return privacy.updatedAt;
    case '/security':
      return security.updatedAt;
    case '/terms':
      return termsVersion;
    case '/withdraw':
      return withdrawal.updatedAt;
    default:
      return termsVersions.find((version) => path === `/terms/${version}`);
  }
}

/** A page on the path from the home page, for breadcrumbs. */
type PageAbove = Pick<PageFacts, 'title' | 'address'>;

export interface PlacedPage {
  page: PageFacts;
  /** The pages between the home page and this one. */
  above: PageAbove[];
  /** The article, on the page of an article. */
  article?: PublishedSummary;
}

export function structuredDataOf({ page, above, article }: PlacedPage): Thing[] {
  if (!isIndexable(page.path)) return [];
  return [
    ...(page.path === '/' ? [webSite()] : []),
    ...(page.path === '/' || page.path === '/pricing' ? [softwareApplication()] : []),
    ...(page.path === '/faq' ? [faqPage(questions)] : []),
    ...(page.path.startsWith('/manual/') ? [techArticle(page)] : []),
    ...(article ? [blogPosting(article, page)] : []),
    ...(page.path === '/' ? [] : [breadcrumbList([home, ...above, page])]),
  ];
}

const home = { title: 'Home', address: publicAddressOf('/') };
