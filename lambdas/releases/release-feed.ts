import { atomFeed } from '../../contract/atom-feed.ts';
import { brand } from '../../contract/brand.ts';
import type { PublicRelease } from '../../contract/release.ts';

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
        content: { type: 'text', value: notes },
      })),
  });
}
