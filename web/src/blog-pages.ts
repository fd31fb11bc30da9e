import type { ReactNode } from 'react';
import type { ArticlePageData, BlogPageData } from '../../contract/content/article-page.ts';
import { lazyPage } from './lazy-page.tsx';
import { loadPageData } from './lib/page-data.ts';
import type { SitePage } from './site-page.ts';

const listPath = /^\/blog(\/page\/([2-9]|[1-9]\d+))?$/;
const articlePath = /^\/blog\/[a-z0-9-]+$/;

/**
 * The page of an address below `/blog`, made anew at each call: what it shows is asked for then. Whether there is such an article is known
 * by the answer.
 */
export function makeBlogPage(path: string): SitePage | undefined {
  if (listPath.test(path)) {
    const load = () =>
      importWithData<BlogPageData>(`${path}/articles.json`, () => import('./routes/blog.tsx'));
    return { name: 'blog', path, page: lazyPage(path.slice(1), load) };
  }
  if (articlePath.test(path)) {
    const load = () =>
      importWithData<ArticlePageData>(`${path}/article.json`, () => import('./routes/article.tsx'));
    return { name: 'article', path, page: lazyPage(path.slice(1), load) };
  }
  return undefined;
}

/** A page's code and what it shows, asked for at once. */
async function importWithData<Data>(
  file: string,
  importPage: () => Promise<{ default: (data: Data) => ReactNode }>,
) {
  const [{ default: Page }, data] = await Promise.all([importPage(), loadPageData<Data>(file)]);
  if (data === null) return import('./routes/404.tsx');
  return { default: () => Page(data) };
}
