import changelog from '../../content/changelog.md';
import { questions } from '../../content/faq.ts';
import privacy from '../../content/legal/privacy.md';
import terms from '../../content/legal/terms.md';
import { statusOfLabel } from '../../contract/content/changelog.ts';
import type { PublishedSummary } from '../../contract/records/article.ts';
import { publicAddressOf } from '../../web/src/lib/site.ts';
import type { PageFacts } from './page-facts.ts';
import {
  blogPosting,
  breadcrumbList,
  faqPage,
  softwareApplication,
  type Thing,
  webSite,
} from './structured-data.ts';

/* What search engines are told of each page is decided here. */

/** Pages that say nothing to a stranger: errors, and what belongs to one person. */
const hiddenPaths = ['/404', '/nopage', '/account', '/receipt', '/preferences', '/unsubscribe'];

/** Whether a search engine may show the page. */
export const isIndexable = (path: string): boolean => !hiddenPaths.includes(path);

/** Whether the sitemap names it: the page to sign in may be found, but is no reason to visit. */
export const isListed = (path: string): boolean => isIndexable(path) && path !== '/auth';

/** The day of the last change, where the content knows it. */
export function lastChangeOf(path: string): string | undefined {
  switch (path) {
    case '/changelog':
      return changelog.find(({ label }) => statusOfLabel(label) !== 'development')?.date;
    case '/privacy':
      return privacy.updatedAt;
    case '/terms':
      return terms.updatedAt;
    default:
      return undefined;
  }
}

/** A page between the home page and another one, as the way there names it. */
type PageAbove = Pick<PageFacts, 'title' | 'address'>;

export interface PlacedPage {
  page: PageFacts;
  /** The pages from the home page down to this one, without either. */
  above: PageAbove[];
  /** What the page shows, if it is of the blog. */
  article?: PublishedSummary;
}

export function structuredDataOf({ page, above, article }: PlacedPage): Thing[] {
  if (!isIndexable(page.path)) return [];
  return [
    ...(page.path === '/' ? [webSite()] : []),
    ...(page.path === '/' || page.path === '/pricing' ? [softwareApplication()] : []),
    ...(page.path === '/faq' ? [faqPage(questions)] : []),
    ...(article ? [blogPosting(article, page)] : []),
    ...(page.path === '/' ? [] : [breadcrumbList([home, ...above, page])]),
  ];
}

const home = { title: 'Home', address: publicAddressOf('/') };
