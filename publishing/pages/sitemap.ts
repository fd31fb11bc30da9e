import { publicAddressOf } from '../../web/src/lib/site.ts';

export interface SitemapEntry {
  address: string;
  /** An ISO 8601 date. */
  lastChange?: string;
}

/** https://www.sitemaps.org/protocol.html */
export function sitemapOf(entries: SitemapEntry[]): string {
  const urls = entries.map(
    ({ address, lastChange }) =>
      `  <url><loc>${address}</loc>${lastChange ? `<lastmod>${lastChange}</lastmod>` : ''}</url>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('')}</urlset>
`;
}

/** Lists the sitemaps at these paths. */
export function sitemapIndexOf(paths: string[]): string {
  const sitemaps = paths.map((path) => `  <sitemap><loc>${publicAddressOf(path)}</loc></sitemap>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${sitemaps.join('')}</sitemapindex>
`;
}
