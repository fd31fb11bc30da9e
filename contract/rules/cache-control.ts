/** How long browsers and the CDN cache the site's files. */
export const cacheControl = {
  /** The file name changes with the content, so a copy never expires. */
  assets: 'public, max-age=31536000, immutable',
  pages: 'public, max-age=0, must-revalidate',
  /**
   * The file name stays when the file is replaced, and the replacement should be visible within
   * minutes.
   */
  pictures: 'public, max-age=300',
  /** Written every few minutes. */
  status: 'public, max-age=60',
  /** Files for updaters and the download page: no copy may offer a release that was withdrawn a minute ago. */
  releases: 'public, max-age=10',
};
