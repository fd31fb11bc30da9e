import type { PublicRelease } from '../../../contract/records/release.ts';
import { brand } from '../../../contract/rules/brand.ts';
import { atomFeed, type FeedEntry } from '../../../publishing/feeds/atom-feed.ts';
import { sectionHtml } from '../../../publishing/feeds/section-html.ts';
import { ContentError, readMarkdown, sectionsOf } from '../../../publishing/markdown/markdown.ts';

/** What people can download, newest first, for feed readers. What was taken back is not in it. */
export function releaseFeed(releases: PublicRelease[], siteUrl: string): string {
  return atomFeed({
    title: `${brand} releases`,
    address: `${siteUrl}/updates/releases.atom`,
    pageAddress: `${siteUrl}/download`,
    author: brand,
    entries: releases
      .filter(({ isYanked }) => !isYanked)
      .map(({ version, channel, date, notes }) => ({
        title: `${brand} ${version}${channel === 'beta' ? ' (beta)' : ''}`,
        id: `${siteUrl}/download#${version}`,
        address: `${siteUrl}/changelog#${version}`,
        publishedAt: date,
        content: contentOf(version, notes, `${siteUrl}/changelog`),
      })),
  });
}

/** A release.json written by hand may hold Markdown that our pages have no form for: then it stays the text that it is. */
function contentOf(version: string, notes: string, pageAddress: string): FeedEntry['content'] {
  try {
    const sections = sectionsOf(readMarkdown(`releases/${version}`, notes));
    const value = sections.map((section) => sectionHtml(section, pageAddress)).join('\n');
    return { type: 'html', value };
  } catch (error) {
    if (error instanceof ContentError) return { type: 'text', value: notes };
    throw error;
  }
}
