import type { Article } from './features/blog/article.ts';
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

/** The articles by file, each a chunk of its own: the names are known here, the texts only once they are asked for. */
const articleFiles = import.meta.glob<Article>('../../content/blog/*.md', { import: 'default' });

/** Every page; the build renders each of them to a file. */
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
  { name: 'blog', path: '/blog', page: lazyPage('blog', () => import('./routes/blog.tsx')) },
  ...Object.entries(articleFiles).map(([file, importArticle]) => articlePage(file, importArticle)),
  { name: 'about', path: '/about', page: lazyPage('about', () => import('./routes/about.tsx')) },
  { name: 'contact', path: '/contact', page: lazyPage('contact', () => import('./routes/contact.tsx')) },
  { name: 'feedback', path: '/feedback', page: lazyPage('feedback', () => import('./routes/feedback.tsx')) },
  { name: 'auth', path: '/auth', page: lazyPage('auth', () => import('./routes/auth.tsx')) },
  { name: 'account', path: '/account', page: lazyPage('account', () => import('./routes/account.tsx')) },
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
  { name: 'nopage', path: '/nopage', page: lazyPage('nopage', () => import('./routes/nopage.tsx')) },
  notFoundPage,
];

/** `content/blog/name-the-relation.md` is the page `/blog/name-the-relation`. */
function articlePage(file: string, importArticle: () => Promise<Article>): SitePage {
  const slug = file.slice(file.lastIndexOf('/') + 1, -'.md'.length);
  return {
    name: 'article',
    path: `/blog/${slug}`,
    page: lazyPage(`blog/${slug}`, async () => {
      const [route, article] = await Promise.all([import('./routes/article.tsx'), importArticle()]);
      return { default: () => route.default({ article }) };
    }),
  };
}

/** The page a URL shows. Like the server, it takes `/pricing/` for `/pricing`. */
export function pageOfPath(path: string): SitePage {
  const pathWithoutSlash = path.replace(/\/+$/, '') || '/';
  return pages.find((page) => page.path === pathWithoutSlash) ?? notFoundPage;
}
