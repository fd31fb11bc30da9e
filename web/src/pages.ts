import { termsVersions } from '../../contract/rules/terms-versions.ts';
import { makeBlogPage } from './blog-pages.ts';
import { lazyPage } from './lazy-page.tsx';
import type { SitePage } from './site-page.ts';

const notFoundPage: SitePage = {
  name: '404',
  path: '/404',
  page: lazyPage('404', () => import('./routes/404.tsx')),
};

/** Every page except those of the blog; the build renders each of them to a file. */
export const pages: SitePage[] = [
  { name: 'home', path: '/', page: lazyPage('home', () => import('./routes/home.tsx')) },
  { name: 'pricing', path: '/pricing', page: lazyPage('pricing', () => import('./routes/pricing.tsx')) },
  { name: 'download', path: '/download', page: lazyPage('download', () => import('./routes/download.tsx')) },
  {
    name: 'marketplace',
    path: '/marketplace',
    page: lazyPage('marketplace', () => import('./routes/marketplace.tsx')),
  },
  { name: 'roadmap', path: '/roadmap', page: lazyPage('roadmap', () => import('./routes/roadmap.tsx')) },
  {
    name: 'resources',
    path: '/resources',
    page: lazyPage('resources', () => import('./routes/resources.tsx')),
  },
  { name: 'faq', path: '/faq', page: lazyPage('faq', () => import('./routes/faq.tsx')) },
  {
    name: 'changelog',
    path: '/changelog',
    page: lazyPage('changelog', () => import('./routes/changelog.tsx')),
  },
  { name: 'about', path: '/about', page: lazyPage('about', () => import('./routes/about.tsx')) },
  { name: 'contact', path: '/contact', page: lazyPage('contact', () => import('./routes/contact.tsx')) },
  { name: 'feedback', path: '/feedback', page: lazyPage('feedback', () => import('./routes/feedback.tsx')) },
  { name: 'auth', path: '/auth', page: lazyPage('auth', () => import('./routes/auth.tsx')) },
  { name: 'account', path: '/account', page: lazyPage('account', () => import('./routes/account.tsx')) },
  { name: 'receipt', path: '/receipt', page: lazyPage('receipt', () => import('./routes/receipt.tsx')) },
  {
    name: 'preferences',
    path: '/preferences',
    page: lazyPage('preferences', () => import('./routes/preferences.tsx')),
  },
  {
    name: 'unsubscribe',
    path: '/unsubscribe',
    page: lazyPage('unsubscribe', () => import('./routes/unsubscribe.tsx')),
  },
  { name: 'privacy', path: '/privacy', page: lazyPage('privacy', () => import('./routes/privacy.tsx')) },
  { name: 'terms', path: '/terms', page: lazyPage('terms', () => import('./routes/terms.tsx')) },
  ...termsVersions.map((version) => ({
    name: 'terms-version',
    path: `/terms/${version}`,
    page: lazyPage('terms-version', () => import('./routes/terms-version.tsx')),
  })),
  {
    name: 'legal-notice',
    path: '/legal-notice',
    page: lazyPage('legal-notice', () => import('./routes/legal-notice.tsx')),
  },
  { name: 'security', path: '/security', page: lazyPage('security', () => import('./routes/security.tsx')) },
  {
    name: 'accessibility',
    path: '/accessibility',
    page: lazyPage('accessibility', () => import('./routes/accessibility.tsx')),
  },
  { name: 'withdraw', path: '/withdraw', page: lazyPage('withdraw', () => import('./routes/withdraw.tsx')) },
  { name: 'redeem', path: '/redeem', page: lazyPage('redeem', () => import('./routes/redeem.tsx')) },
  {
    name: 'accept-license',
    path: '/accept-license',
    page: lazyPage('accept-license', () => import('./routes/accept-license.tsx')),
  },
  { name: 'desk', path: '/desk', page: lazyPage('desk', () => import('./routes/desk.tsx')) },
  { name: 'nopage', path: '/nopage', page: lazyPage('nopage', () => import('./routes/nopage.tsx')) },
  notFoundPage,
];

/**
 * The page of each history entry by its key. Going back shows the old content, and following a link
 * loads new content.
 */
const pagesOfHistory = new Map<string, SitePage>();
const maxRemembered = 20;
let shown: SitePage | undefined;

/**
 * The page of a location; the same object while it is shown. Like the server, it treats `/pricing/`
 * as `/pricing`.
 */
export function pageOfLocation({ pathname, key }: { pathname: string; key: string }): SitePage {
  const path = pathname.replace(/\/+$/, '') || '/';
  const ofEntry = pagesOfHistory.get(key);
  // A failed page stays until the visitor navigates; then it is tried again.
  const mayStay = (known: SitePage) => !known.page.hasFailed() || (known === shown && known === ofEntry);
  // A link within the page, or another query. A restarted router may use the same key again.
  const page =
    [shown, ofEntry].find((known) => known?.path === path && mayStay(known)) ??
    pages.find((candidate) => candidate.path === path) ??
    makeBlogPage(path) ??
    notFoundPage;
  shown = page;
  pagesOfHistory.set(key, page);
  const [oldest] = pagesOfHistory.keys();
  if (oldest && pagesOfHistory.size > maxRemembered) pagesOfHistory.delete(oldest);
  return page;
}
