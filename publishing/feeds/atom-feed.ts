export interface Feed {
  title: string;
  /** The address of the feed itself. */
  address: string;
  /** The page with the same content. */
  pageAddress: string;
  author: string;
  /** Newest first. */
  entries: FeedEntry[];
}

export interface FeedEntry {
  title: string;
  /** Identifies the entry across all feeds, so it must never change; by default the address. */
  id?: string;
  /** The address of the page. */
  address: string;
  /** The author, if it differs from the feed's. */
  author?: string;
  /** ISO 8601, UTC. */
  publishedAt: string;
  /** ISO 8601, UTC; by default `publishedAt`. */
  updatedAt?: string;
  /** One or two sentences; readers show it in lists. */
  summary?: string;
  content: { type: 'text' | 'html'; value: string };
}

/** @see https://www.rfc-editor.org/rfc/rfc4287 */
export function atomFeed({ title, address, pageAddress, author, entries }: Feed): string {
  const dates = entries.map(({ publishedAt, updatedAt = publishedAt }) => updatedAt).sort();
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>${escapeXml(title)}</title>
<id>${escapeXml(address)}</id>
<link rel="self" href="${escapeXml(address)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(pageAddress)}"/>
<author><name>${escapeXml(author)}</name></author>
<updated>${dates.at(-1) ?? '1970-01-01T00:00:00Z'}</updated>
${entries.map(entryXml).join('\n')}
</feed>
`;
}

function entryXml(entry: FeedEntry): string {
  const {
    title,
    address,
    id = address,
    author,
    publishedAt,
    updatedAt = publishedAt,
    summary,
    content,
  } = entry;
  return `<entry>
<title>${escapeXml(title)}</title>
<id>${escapeXml(id)}</id>
<link rel="alternate" type="text/html" href="${escapeXml(address)}"/>
${author ? `<author><name>${escapeXml(author)}</name></author>\n` : ''}<published>${publishedAt}</published>
<updated>${updatedAt}</updated>
${summary ? `<summary>${escapeXml(summary)}</summary>\n` : ''}<content type="${content.type}">${escapeXml(content.value)}</content>
</entry>`;
}

/** Escapes text for XML and HTML, and removes characters that XML 1.0 does not allow. */
export function escapeXml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
