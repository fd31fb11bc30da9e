import type {
  Channel,
  PublicBuild,
  PublicRelease,
  ReleaseManifest,
  VersionInfo,
} from '../../../contract/records/release.ts';
import type { RecordEntry } from '../../../contract/records/release-record.ts';
import { type Platform, platforms } from '../../../contract/rules/platforms.ts';
import { type Share, shares } from '../../../contract/rules/rollout-shares.ts';
import { compareVersions } from '../../../contract/rules/version.ts';

/** A release whose files were verified. */
export interface LiveRelease {
  manifest: ReleaseManifest;
  /** The verified objects by key. People download exactly these bytes. */
  objects: Record<string, VerifiedObject>;
}

export interface VerifiedObject {
  etag: string;
  versionId: string;
}

/**
 * `releases/live.json`: every verified release. All published files are derived from this record, so order and repetition of its writes
 * do not matter.
 */
export interface LiveRecord {
  releases: Record<string, LiveRelease>;
  /** Every change so far, see release-history.ts. Missing until the first change after 2026-12. */
  history?: RecordEntry[];
}

/**
 * The release that a channel offers: the highest version, or the version promoted last, until a higher one is published after that. The
 * beta channel offers the current stable release if that is higher than its own, so that a rollback on one channel does not affect the
 * other. Undefined if all are yanked, or none is published.
 * @param cohort the installations that are asking. Everybody else, and the website, gets what the last ones get. The beta channel has no
 *   cohorts: testers get a stable release with the first installations.
 */
export function currentRelease(
  record: LiveRecord,
  channel: Channel,
  cohort: Share = 100,
): LiveRelease | undefined {
  if (channel === 'stable') return currentAmong(record, 'stable', cohort);
  const stable = currentAmong(record, 'stable', firstCohort);
  const beta = currentAmong(record, 'beta', firstCohort);
  if (!stable || !beta) return beta ?? stable;
  return byVersion(beta, stable) > 0 ? beta : stable;
}

const firstCohort = shares[0];

/** The cohorts that are offered a version. */
export const cohortsOf = (record: LiveRecord, version: string): Share[] =>
  shares.filter((cohort) => currentRelease(record, 'stable', cohort)?.manifest.version === version);

const includes = ({ rollout }: ReleaseManifest, cohort: Share): boolean =>
  !rollout || (!rollout.haltedAt && cohort <= rollout.share);

const byVersion = (left: LiveRelease, right: LiveRelease) =>
  compareVersions(left.manifest.version, right.manifest.version);

function currentAmong({ releases }: LiveRecord, channel: Channel, cohort: Share): LiveRelease | undefined {
  const offered = Object.values(releases)
    .filter(
      ({ manifest }) => !manifest.yankedAt && manifest.channel === channel && includes(manifest, cohort),
    )
    .sort(byVersion);
  const promoted = offered
    .filter(({ manifest }) => manifest.promotedAt)
    .sort((left, right) => promotedAtOf(left) - promotedAtOf(right))
    .at(-1);
  const highest = offered.at(-1);
  if (!promoted || !highest) return highest;
  const since = promotedAtOf(promoted);
  return offered.findLast((release) => release === promoted || Date.parse(release.manifest.date) > since);
}

const promotedAtOf = ({ manifest }: LiveRelease) => Date.parse(manifest.promotedAt ?? manifest.date);

/** Builds are for signed-in people, so each URL leads to the download page. */
export function versionInfo({ manifest }: LiveRelease, siteUrl: string): VersionInfo {
  const page = (platform: Platform) => `${siteUrl}/download?platform=${platform}`;
  const { version, date, notes, unsigned } = manifest;
  return {
    version,
    mac: { arm64: page('mac-arm64'), x64: page('mac-x64') },
    win: page('win-x64'),
    date,
    notes,
    builds: publicBuilds(manifest),
    ...(unsigned ? { unsigned } : {}),
  };
}

/** All releases, the highest version first. */
export function publicReleases(record: LiveRecord): PublicRelease[] {
  return manifestsOf(record).map((manifest) => ({
    version: manifest.version,
    channel: manifest.channel,
    date: manifest.date,
    notes: manifest.notes,
    isYanked: manifest.yankedAt !== undefined,
    builds: publicBuilds(manifest),
    ...(manifest.unsigned ? { unsigned: manifest.unsigned } : {}),
  }));
}

/** The manifests of all releases, the highest version first. */
export const manifestsOf = ({ releases }: LiveRecord): ReleaseManifest[] =>
  Object.values(releases)
    .map(({ manifest }) => manifest)
    .sort((left, right) => compareVersions(right.version, left.version));

function publicBuilds({ builds }: ReleaseManifest): Record<Platform, PublicBuild> {
  const entries = platforms.map((platform): [Platform, PublicBuild] => {
    const { installer, minimumSystem, evidence } = builds[platform];
    const { fileName, sizeInBytes, sha256, signature } = installer;
    return [
      platform,
      {
        fileName,
        sizeInBytes,
        sha256,
        minimumSystem,
        ...(signature ? { signature } : {}),
        ...(evidence ? { evidence } : {}),
      },
    ];
  });
  return Object.fromEntries(entries) as Record<Platform, PublicBuild>;
}
