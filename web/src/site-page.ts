import type { LazyPage } from './lazy-page.tsx';

/** A URL of the site. The code of a page is `routes/<name>.tsx`, in its own chunk. */
export interface SitePage {
  name: string;
  path: string;
  page: LazyPage;
}
