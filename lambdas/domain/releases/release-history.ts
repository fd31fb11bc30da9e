import { createHash } from 'node:crypto';
import { filesOf, type ReleaseManifest } from '../../../contract/records/release.ts';
import type { RecordEntry, RecordKind } from '../../../contract/records/release-record.ts';
import { platforms } from '../../../contract/rules/platforms.ts';
import { describeRollout } from '../../../contract/rules/rollout-shares.ts';
import type { LiveRecord } from './live-releases.ts';

/** Whether a manifest that replaces another one is an event of this kind. Several can happen at once, in this order. */
const happened: Record<RecordKind, (after: ReleaseManifest, before?: ReleaseManifest) => unknown> = {
  // A beta that becomes stable is published again, and so is a release whose mark of a withdrawal was removed by hand.
  published: ({ channel, yankedAt }, before) =>
    !yankedAt && (channel !== before?.channel || before.yankedAt !== undefined),
  promoted: ({ promotedAt, yankedAt }, before) =>
    !yankedAt && promotedAt && promotedAt !== before?.promotedAt,
  rollout: ({ rollout, yankedAt }, before) =>
    !yankedAt && describeRollout(rollout) !== describeRollout(before?.rollout),
  withdrawn: ({ yankedAt }, before) => yankedAt && !before?.yankedAt,
};

type Event = Omit<RecordEntry, 'previous'>;

/** The history of the record with what a manifest changes in it. Nothing is added for the same manifest. */
export function addToHistory(record: LiveRecord, after: ReleaseManifest, now: Date): RecordEntry[] {
  const before = record.releases[after.version]?.manifest;
  const kinds = (Object.keys(happened) as RecordKind[]).filter((kind) => happened[kind](after, before));
  return appendTo(
    historyOf(record),
    kinds.map((kind) => eventOf(kind, after, now.toISOString())),
  );
}

/** The history of the record. Records from before 2026-12 have none, so it begins with the times in their manifests. */
export function historyOf({ history, releases }: LiveRecord): RecordEntry[] {
  if (history) return history;
  const events = Object.values(releases).flatMap(({ manifest }): Event[] => {
    const times: [RecordKind, string | undefined][] = [
      ['published', manifest.date],
      ['promoted', manifest.promotedAt],
      ['withdrawn', manifest.yankedAt],
    ];
    return times.flatMap(([kind, at]) => (at ? eventOf(kind, manifest, new Date(at).toISOString()) : []));
  });
  return appendTo(
    [],
    events.sort((left, right) => Date.parse(left.at) - Date.parse(right.at)),
  );
}

function eventOf(
  kind: RecordKind,
  { version, channel, builds, rollout }: ReleaseManifest,
  at: string,
): Event {
  const files = platforms.flatMap((platform) =>
    filesOf(builds[platform]).map(({ fileName, sha256 }) => ({ fileName, sha256 })),
  );
  return {
    at,
    kind,
    version,
    channel,
    ...(kind === 'published' ? { files } : {}),
    ...(kind === 'rollout' ? { rollout: describeRollout(rollout) } : {}),
  };
}

/** Functions that run at once have slightly different clocks, so an entry is never earlier than the one before. */
function appendTo(history: RecordEntry[], events: Event[]): RecordEntry[] {
  const entries = [...history];
  for (const event of events) {
    const last = entries.at(-1);
    const at = last && last.at > event.at ? last.at : event.at;
    entries.push({ previous: last ? hashOf(last) : null, ...event, at });
  }
  return entries;
}

/** The SHA-256 of an entry as compact JSON, hexadecimal. */
export const hashOf = (entry: RecordEntry): string =>
  createHash('sha256').update(JSON.stringify(entry)).digest('hex');
