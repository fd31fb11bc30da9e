import type { Channel, ReleaseFile } from './release.ts';

/** The sentence of each kind of entry. A new kind is added here, and to `happened` of lambdas/domain/releases/release-history.ts. */
const recordKinds = {
  published: ({ version, channel }) => `${version} was published on the ${channel} channel`,
  promoted: ({ version, channel }) => `${version} became the current version of the ${channel} channel`,
  rollout: ({ version, rollout }) => `The rollout of ${version} is now ${rollout}`,
  withdrawn: ({ version }) => `${version} was withdrawn`,
} satisfies Record<string, (entry: Pick<RecordEntry, 'version' | 'channel' | 'rollout'>) => string>;

export type RecordKind = keyof typeof recordKinds;

/** An entry of `/updates/record.json`, oldest first. Entries are only added: each one confirms the one before it. */
export interface RecordEntry {
  /** The hash of the entry before, see `hashOf`; null in the first entry. */
  previous: string | null;
  /** ISO 8601, UTC: when the site did it. It never goes back from one entry to the next. */
  at: string;
  kind: RecordKind;
  version: string;
  channel: Channel;
  /** The state of a rollout after a change, see `describeRollout`. */
  rollout?: string;
  /** The files of a published version. */
  files?: Pick<ReleaseFile, 'fileName' | 'sha256'>[];
}

/** A page in an open tab may be older than a kind in the record. */
export const describeEntry = (entry: RecordEntry): string =>
  recordKinds[entry.kind]?.(entry) ?? `${entry.version}: ${entry.kind}`;

export const recordPath = 'updates/record.json';
export const recordFeedPath = 'updates/record.atom';
