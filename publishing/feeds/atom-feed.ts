export interface Feed {
  title: string;
  /** The address of the feed itself. */
  address: string;
  /** The page that it follows. */
  pageAddress: string;
  author: string;
  /** Newest first. */
  entries: FeedEntry[];
}

export interface FeedEntry {
  title: string;
  /** What tells entries apart, also those of different feeds, so it stays as it is; the address if it is missing. */
  id?: string;
  /** Where it can be read. */
  address: string;
  /** Whoever wrote it, if it is not the feed's author. */
  author?: string;
  /** ISO 8601, UTC. */
  publishedAt: string;
  /** ISO 8601, UTC; as it was published if it is missing. */
  updatedAt?: string;
  /** In a sentence or two; readers show it in lists. */
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

/** Also right for HTML. Leaves out what XML 1.0 has no way to write. */
export function escapeXml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
