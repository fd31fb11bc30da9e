import { type LazyPage, lazyPage } from './lazy-page.tsx';

/** A URL of the site. Its code is `routes/<name>.tsx`, a chunk of its own. */
export interface SitePage {
  name: string;
  path: string;
  page: LazyPage;
}

export const notFoundPage: SitePage = {
  name: '404',
  path: '/404',
  page: lazyPage('404', () => import('./routes/404.tsx')),
};

/** Every page; the build renders each of them to a file. */
export const pages: SitePage[] = [
  { name: 'home', path: '/', page: lazyPage('home', () => import('./routes/home.tsx')) },
  { name: 'pricing', path: '/pricing', page: lazyPage('pricing', () => import('./routes/pricing.tsx')) },
  { name: 'download', path: '/download', page: lazyPage('download', () => import('./routes/download.tsx')) },
  { name: 'auth', path: '/auth', page: lazyPage('auth', () => import('./routes/auth.tsx')) },
  { name: 'account', path: '/account', page: lazyPage('account', () => import('./routes/account.tsx')) },
  { name: 'nopage', path: '/nopage', page: lazyPage('nopage', () => import('./routes/nopage.tsx')) },
  notFoundPage,
];

/** The page a URL shows. Like the server, it takes `/pricing/` for `/pricing`. */
export function pageOfPath(path: string): SitePage {
  const pathWithoutSlash = path.replace(/\/+$/, '') || '/';
  return pages.find((page) => page.path === pathWithoutSlash) ?? notFoundPage;
}
