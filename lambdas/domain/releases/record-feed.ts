import { describeEntry, type RecordEntry, recordFeedPath } from '../../../contract/records/release-record.ts';
import { brand } from '../../../contract/rules/brand.ts';
import { atomFeed } from '../../../publishing/feeds/atom-feed.ts';
import { hashOf } from './release-history.ts';

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
