import { escapeXml, type Feed, type FeedEntry } from './atom-feed.ts';

/**
 * The same feed as Atom, for readers that support only RSS.
 * @see https://www.rssboard.org/rss-specification
 */
export function rssFeed({ title, address, pageAddress, entries }: Feed, description: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>${escapeXml(title)}</title>
<link>${escapeXml(pageAddress)}</link>
<description>${escapeXml(description)}</description>
<language>en</language>
<atom:link rel="self" type="application/rss+xml" href="${escapeXml(address)}"/>
${entries.map(itemXml).join('\n')}
</channel>
</rss>
`;
}

function itemXml({ title, id, address, author, publishedAt, summary = '', content }: FeedEntry): string {
  return `<item>
<title>${escapeXml(title)}</title>
<link>${escapeXml(address)}</link>
<guid isPermaLink="${!id}">${escapeXml(id ?? address)}</guid>
${author ? `<dc:creator>${escapeXml(author)}</dc:creator>\n` : ''}<pubDate>${new Date(publishedAt).toUTCString()}</pubDate>
<description>${escapeXml(summary)}</description>
<content:encoded>${escapeXml(content.value)}</content:encoded>
</item>`;
}
