import type { LazyPage } from './lazy-page.tsx';

/** A URL of the site. Its code is `routes/<name>.tsx`, a chunk of its own. */
export interface SitePage {
  name: string;
  path: string;
  page: LazyPage;
}
