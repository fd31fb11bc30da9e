/** What a build of the site says of itself, deployed with it: on each deployment the blog is rendered anew, and old assets go. */
export interface SiteBuild {
  /** Another one for every build in which the blog's pages are others. */
  id: string;
  /** The files whose styles stand in the pages of the blog, which no build holds. */
  blogStylesheets: string[];
  /** Where all its scripts, styles and fonts lie in the site's bucket. */
  assets: string[];
}

export const siteBuild = { file: 'build.json', assetsFolder: 'assets' };
