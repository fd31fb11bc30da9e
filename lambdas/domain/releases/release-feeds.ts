import type { PublicRelease } from '../../../contract/records/release.ts';
import { describeEntry, type RecordEntry, recordFeedPath } from '../../../contract/records/release-record.ts';
import { brand } from '../../../contract/rules/brand.ts';
import { atomFeed, type FeedEntry } from '../../../publishing/feeds/atom-feed.ts';
import { sectionHtml } from '../../../publishing/feeds/section-html.ts';
import { ContentError, readMarkdown, sectionsOf } from '../../../publishing/markdown/markdown.ts';
import { hashOf } from './release-history.ts';

/** The feed of releases that people can download, newest first, without yanked ones. */
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

/** Markdown that our pages cannot render, in a release.json written by hand, is shown as text. */
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

/** Readers keep what they have seen; the page and the JSON have all entries. */
const maxEntries = 50;

/**
 * The newest entries of the release record. The id of an entry is its hash, so the feed readers of other people are witnesses: they keep
 * the hashes that they have seen.
 */
export function recordFeed(history: RecordEntry[], siteUrl: string): string {
  const page = `${siteUrl}/release-record`;
  return atomFeed({
    title: `${brand} release record`,
    address: `${siteUrl}/${recordFeedPath}`,
    pageAddress: page,
    author: brand,
    entries: history
      .slice(-maxEntries)
      .reverse()
      .map((entry) => ({
        title: `${brand} ${describeEntry(entry)}`,
        id: `${page}#${hashOf(entry)}`,
        address: page,
        publishedAt: entry.at,
        content: { type: 'text', value: textOf(entry) },
      })),
  });
}

const textOf = (entry: RecordEntry) =>
  [
    `${brand} ${describeEntry(entry)}.`,
    ...(entry.files ?? []).map(({ fileName, sha256 }) => `${sha256}  ${fileName}`),
  ].join('\n');
