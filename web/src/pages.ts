import { termsVersions } from '../../contract/rules/terms-versions.ts';
import { lazyPage } from './lazy-page.tsx';
import { makePageWithData } from './pages-with-data.ts';
import type { SitePage } from './site-page.ts';

/** A page whose code is `routes/<name>.tsx`. */
const sitePage = (name: string, importPage: Parameters<typeof lazyPage>[1], path = `/${name}`): SitePage => ({
  name,
  path,
  page: lazyPage(name, importPage),
});

const notFoundPage = sitePage('404', () => import('./routes/404.tsx'));

/** Every page except those whose content is in files of its own; the build renders each of them to a file. */
export const pages: SitePage[] = [
  sitePage('home', () => import('./routes/home.tsx'), '/'),
  sitePage('pricing', () => import('./routes/pricing.tsx')),
  sitePage('download', () => import('./routes/download.tsx')),
  sitePage('marketplace', () => import('./routes/marketplace.tsx')),
  sitePage('roadmap', () => import('./routes/roadmap.tsx')),
  sitePage('resources', () => import('./routes/resources.tsx')),
  sitePage('manual', () => import('./routes/manual.tsx')),
  sitePage('faq', () => import('./routes/faq.tsx')),
  sitePage('search', () => import('./routes/search.tsx')),
  sitePage('changelog', () => import('./routes/changelog.tsx')),
  sitePage('release-record', () => import('./routes/release-record.tsx')),
  sitePage('status', () => import('./routes/status.tsx')),
  sitePage('about', () => import('./routes/about.tsx')),
  sitePage('press', () => import('./routes/press.tsx')),
  sitePage('contact', () => import('./routes/contact.tsx')),
  sitePage('feedback', () => import('./routes/feedback.tsx')),
  sitePage('auth', () => import('./routes/auth.tsx')),
  sitePage('account', () => import('./routes/account.tsx')),
  sitePage('receipt', () => import('./routes/receipt.tsx')),
  sitePage('preferences', () => import('./routes/preferences.tsx')),
  sitePage('newsletter', () => import('./routes/newsletter.tsx')),
  sitePage('unsubscribe', () => import('./routes/unsubscribe.tsx')),
  sitePage('privacy', () => import('./routes/privacy.tsx')),
  sitePage('terms', () => import('./routes/terms.tsx')),
  ...termsVersions.map((version) =>
    sitePage('terms-version', () => import('./routes/terms-version.tsx'), `/terms/${version}`),
  ),
  sitePage('legal-notice', () => import('./routes/legal-notice.tsx')),
  sitePage('if-we-stop', () => import('./routes/if-we-stop.tsx')),
  sitePage('license-check', () => import('./routes/license-check.tsx')),
  sitePage('security', () => import('./routes/security.tsx')),
  sitePage('accessibility', () => import('./routes/accessibility.tsx')),
  sitePage('withdraw', () => import('./routes/withdraw.tsx')),
  sitePage('redeem', () => import('./routes/redeem.tsx')),
  sitePage('accept-license', () => import('./routes/accept-license.tsx')),
  sitePage('desk', () => import('./routes/desk.tsx')),
  sitePage('nopage', () => import('./routes/nopage.tsx')),
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
    makePageWithData(path) ??
    notFoundPage;
  shown = page;
  pagesOfHistory.set(key, page);
  const [oldest] = pagesOfHistory.keys();
  if (oldest && pagesOfHistory.size > maxRemembered) pagesOfHistory.delete(oldest);
  return page;
}
