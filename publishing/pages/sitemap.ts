import { publicAddressOf } from '../../web/src/lib/site.ts';

export interface SitemapEntry {
  address: string;
  /** ISO 8601, a day. */
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

/** The sitemaps at these paths in one. */
export function sitemapIndexOf(paths: string[]): string {
  const sitemaps = paths.map((path) => `  <sitemap><loc>${publicAddressOf(path)}</loc></sitemap>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${sitemaps.join('')}</sitemapindex>
`;
}
