/**
 * A description of a build, deployed with the site. Each deployment renders the blog again and
 * deletes old assets.
 */
export interface SiteBuild {
  /** Different for every build that renders the blog differently. */
  id: string;
  /** The stylesheets that the blog's pages contain inline. These pages are not part of the build. */
  blogStylesheets: string[];
  /** The folder of all its scripts, styles and fonts in the site's bucket. */
  assets: string[];
  /** The free story structures; a new one makes a draft of a mailing. */
  structures: { slug: string; name: string; description: string }[];
}

export const siteBuild = { file: 'build.json', assetsFolder: 'assets' };
