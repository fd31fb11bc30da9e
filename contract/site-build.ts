/** What a build of the site says of itself, deployed with it: when it changes, the blog is rendered anew. */
export interface SiteBuild {
  /** Another one for every build in which the blog's pages are others. */
  id: string;
  /** The files whose styles stand in the pages of the blog, which no build holds. */
  blogStylesheets: string[];
}

export const siteBuild = { file: 'build.json' };
