import { brand } from '../../contract/brand.ts';
import type { PublicRelease } from '../../contract/release.ts';

/**
 * An Atom feed of what people can download, newest first. What was taken back is not in it.
 * @see https://www.rfc-editor.org/rfc/rfc4287
 */
export function releaseFeed(releases: PublicRelease[], siteUrl: string): string {
  const offered = releases.filter(({ isYanked }) => !isYanked);
  const self = `${siteUrl}/updates/releases.atom`;
  const updated =
    offered
      .map(({ date }) => date)
      .sort()
      .at(-1) ?? '1970-01-01T00:00:00Z';
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>${brand} releases</title>
<id>${escapeXml(self)}</id>
<link rel="self" href="${escapeXml(self)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(siteUrl)}/changelog"/>
<author><name>${brand}</name></author>
<updated>${updated}</updated>
${offered.map((release) => entry(release, siteUrl)).join('\n')}
</feed>
`;
}

function entry({ version, channel, date, notes }: PublicRelease, siteUrl: string): string {
  const page = escapeXml(`${siteUrl}/changelog#${version}`);
  return `<entry>
<title>${brand} ${version}${channel === 'beta' ? ' (beta)' : ''}</title>
<id>${page}</id>
<link rel="alternate" type="text/html" href="${page}"/>
<published>${date}</published>
<updated>${date}</updated>
<content type="text">${escapeXml(notes)}</content>
</entry>`;
}

function escapeXml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return (
    text
      .replace(/[&<>"]/g, (character) => entities[character] ?? character)
      // What XML 1.0 has no way to write.
      .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
  );
}
