/** A file beside the pages, by its path from the top of the site. */
export interface SiteFile {
  path: string;
  content: string | Buffer;
}
