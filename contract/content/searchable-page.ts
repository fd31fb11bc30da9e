/** A page that the search of the site finds. `searchFiles` have lists of them. */
export interface SearchablePage {
  path: string;
  title: string;
  kind: 'Manual' | 'FAQ' | 'Resources' | 'Changelog' | 'Blog';
  sections: SearchableSection[];
}

/** The text up to the next heading. */
export interface SearchableSection {
  /** Its address after `#`; missing for the beginning of a page. */
  id?: string;
  heading?: string;
  text: string;
}

/** The paths of the files: one is part of a build, the other is written when an article changes. */
export const searchFiles = { site: '/search/pages.json', articles: '/blog/search.json' } as const;
