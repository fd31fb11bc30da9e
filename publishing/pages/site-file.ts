/** A generated file, with its path from the root of the site. */
export interface SiteFile {
  path: string;
  content: string | Buffer;
}
