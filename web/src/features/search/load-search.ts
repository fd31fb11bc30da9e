import { type SearchablePage, searchFiles } from '../../../../contract/content/searchable-page.ts';
import { logQuietly } from '../../lib/log-quietly.ts';
import { type Search, searchTexts } from './search-texts.ts';

export interface LoadedSearch {
  search: Search;
  /** The pages of the build. */
  pages: SearchablePage[];
  /** Whether the articles of the blog are searched, too. */
  hasArticles: boolean;
}

/**
 * Loads the texts of the site and builds the index. Each opened search loads them again, so that it does not find articles that were
 * unpublished in between; unchanged files are not transferred again.
 * @throws Error if the texts of the site do not arrive
 */
export async function loadSearch(): Promise<LoadedSearch> {
  const [site, articles] = await Promise.all([
    readPages(searchFiles.site),
    readPages(searchFiles.articles).catch((cause: unknown) => {
      logQuietly('The articles could not be loaded for the search', cause);
      return undefined;
    }),
  ]);
  return {
    search: searchTexts([...site, ...(articles ?? [])]),
    pages: site,
    hasArticles: articles !== undefined,
  };
}

async function readPages(file: string): Promise<SearchablePage[]> {
  // The page may have the words of the search in its address.
  const response = await fetch(file, { referrerPolicy: 'no-referrer' });
  if (!response.ok) throw new Error(`${file} responded with ${response.status}.`);
  return response.json();
}
