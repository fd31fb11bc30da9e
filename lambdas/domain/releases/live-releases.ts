import {
  type Channel,
  compareVersions,
  type PublicBuild,
  type PublicRelease,
  type ReleaseManifest,
  type VersionInfo,
} from '../../../contract/records/release.ts';
import { type Platform, platforms } from '../../../contract/rules/platforms.ts';

/** A release whose files were verified. */
export interface LiveRelease {
  manifest: ReleaseManifest;
  /** The objects that were verified, by key: what is handed out is exactly these bytes. */
  objects: Record<string, VerifiedObject>;
}

export interface VerifiedObject {
  etag: string;
  /** Missing where the bucket keeps no versions. */
  versionId?: string;
}

/**
 * `releases/live.json`: every release that was verified. All that the site and the updaters are told follows from this one record,
 * so it does not matter in which order, or how often, its entries were written.
 */
export interface LiveRecord {
  releases: Record<string, LiveRelease>;
}

/**
 * What a channel is offered: the highest version, or what the team promoted last, until a higher version comes out after that.
 * The beta channel is offered the current stable one where that is higher than its own, so that going back on one channel takes
 * nothing from the other. Undefined when all of it is taken back, or nothing was published yet.
 */
export function currentRelease(record: LiveRecord, channel: Channel): LiveRelease | undefined {
  const stable = currentAmong(record, 'stable');
  if (channel === 'stable') return stable;
  const beta = currentAmong(record, 'beta');
  if (!stable || !beta) return beta ?? stable;
  return byVersion(beta, stable) > 0 ? beta : stable;
}

const byVersion = (left: LiveRelease, right: LiveRelease) =>
  compareVersions(left.manifest.version, right.manifest.version);

function currentAmong({ releases }: LiveRecord, channel: Channel): LiveRelease | undefined {
  const offered = Object.values(releases)
    .filter(({ manifest }) => !manifest.yankedAt && manifest.channel === channel)
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

/** Builds are for signed-in people, so each URL leads to the page that hands them out. */
export function versionInfo({ manifest }: LiveRelease, siteUrl: string): VersionInfo {
  const page = (platform: Platform) => `${siteUrl}/download?platform=${platform}`;
  const { version, date, notes } = manifest;
  return {
    version,
    mac: { arm64: page('mac-arm64'), x64: page('mac-x64') },
    win: page('win-x64'),
    date,
    notes,
    builds: publicBuilds(manifest),
  };
}

/** Newest first, by version: the order people look for. */
export function publicReleases({ releases }: LiveRecord): PublicRelease[] {
  return Object.values(releases)
    .map(({ manifest }) => manifest)
    .sort((left, right) => compareVersions(right.version, left.version))
    .map((manifest) => ({
      version: manifest.version,
      channel: manifest.channel,
      date: manifest.date,
      notes: manifest.notes,
      isYanked: manifest.yankedAt !== undefined,
      builds: publicBuilds(manifest),
    }));
}

function publicBuilds({ builds }: ReleaseManifest): Record<Platform, PublicBuild> {
  const entries = platforms.map((platform): [Platform, PublicBuild] => {
    const { installer, minimumSystem } = builds[platform];
    const { fileName, sizeInBytes, sha256 } = installer;
    return [platform, { fileName, sizeInBytes, sha256, minimumSystem }];
  });
  return Object.fromEntries(entries) as Record<Platform, PublicBuild>;
}
