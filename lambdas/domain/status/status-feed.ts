import { type Incident, isOver, type SiteStatus } from '../../../contract/records/site-status.ts';
import { brand } from '../../../contract/rules/brand.ts';
import { statusFiles } from '../../../contract/rules/status-files.ts';
import { namesOf, quietMinutes } from '../../../contract/rules/status-rules.ts';
import { atomFeed, type FeedEntry } from '../../../publishing/feeds/atom-feed.ts';

/** The feed of incidents. An entry changes when the team says something, and once when the incident is over. */
export function statusFeed({ incidents, checkedAt }: SiteStatus, siteUrl: string): string {
  return atomFeed({
    title: `${brand} status`,
    address: `${siteUrl}/${statusFiles.feed}`,
    pageAddress: `${siteUrl}/status`,
    author: brand,
    entries: incidents.map((incident) => entryOf(incident, siteUrl, new Date(checkedAt))),
  });
}

function entryOf(incident: Incident, siteUrl: string, now: Date): FeedEntry {
  const { id, components, startedAt, endedAt, sentences } = incident;
  // An alarm that flaps would otherwise end the entry each time.
  const isEnded = endedAt !== undefined && isOver(incident, now);
  const endedEntryAt = isEnded
    ? new Date(Date.parse(endedAt) + quietMinutes * 60_000).toISOString()
    : startedAt;
  const lines = [
    `A problem was reported at ${startedAt}.`,
    ...sentences.map(({ at, text }) => `${at}: ${text}`),
    ...(isEnded ? [`No problem has been reported since ${endedAt}.`] : []),
  ];
  return {
    title: `${isEnded ? 'Over' : 'Problem'}: ${namesOf(components)}`,
    address: `${siteUrl}/status#${id}`,
    publishedAt: startedAt,
    updatedAt: [endedEntryAt, ...sentences.map(({ at }) => at)].sort().at(-1) ?? startedAt,
    content: { type: 'text', value: lines.join('\n') },
  };
}
