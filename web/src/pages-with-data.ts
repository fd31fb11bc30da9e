import type { ReactNode } from 'react';
import type { ArticlePageData, BlogPageData } from '../../contract/content/article-page.ts';
import type { ManualPageText } from '../../contract/content/manual-page.ts';
import type { ManualPageId } from '../../contract/content/manual-pages.ts';
import type { CollectionName } from '../../contract/records/article-collections.ts';
import { lazyPage } from './lazy-page.tsx';
import { loadPageData } from './lib/page-data.ts';
import type { SitePage } from './site-page.ts';

const listPath = /^\/(blog|letters)(\/page\/([2-9]|[1-9]\d+))?$/;
const articlePath = /^\/(blog|letters)\/[a-z0-9-]+$/;
const manualPath = /^\/manual\/([a-z-]+)$/;

/**
 * Creates the page of an address in a collection of articles or in the manual, and requests its content. Only the
 * response shows whether the page exists.
 */
export function makePageWithData(path: string): SitePage | undefined {
  const list = collectionOf(listPath, path);
  if (list) {
    const load = () =>
      importWithData<BlogPageData, InCollection>(`${path}/articles.json`, () => import('./routes/blog.tsx'), {
        collection: list,
      });
    return { name: 'blog', path, page: lazyPage(path.slice(1), load) };
  }
  const collection = collectionOf(articlePath, path);
  if (collection) {
    const load = () =>
      importWithData<ArticlePageData, InCollection>(
        `${path}/article.json`,
        () => import('./routes/article.tsx'),
        { collection },
      );
    return { name: 'article', path, page: lazyPage(path.slice(1), load) };
  }
  const id = manualPath.exec(path)?.[1] as ManualPageId | undefined;
  if (id) {
    const load = () =>
      importWithData<ManualPageText, { id: ManualPageId }>(
        `${path}/page.json`,
        () => import('./routes/manual-page.tsx'),
        { id },
      );
    return { name: 'manual-page', path, page: lazyPage(path.slice(1), load) };
  }
  return undefined;
}

interface InCollection {
  collection: CollectionName;
}

const collectionOf = (pattern: RegExp, path: string) => pattern.exec(path)?.[1] as CollectionName | undefined;

/** A page's code and content, requested at the same time. */
async function importWithData<Data extends object, FromAddress extends object>(
  file: string,
  importPage: () => Promise<{ default: (props: Data & FromAddress) => ReactNode }>,
  fromAddress: FromAddress,
) {
  const [{ default: Page }, data] = await Promise.all([importPage(), loadPageData<Data>(file)]);
  if (data === null) return import('./routes/404.tsx');
  return { default: () => Page({ ...data, ...fromAddress }) };
}
