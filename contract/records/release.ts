import { type Platform, platforms } from '../rules/platforms.ts';
import * as z from '../zod.ts';

/** The channels. `beta` also gets every stable release. */
export const channels = ['stable', 'beta'] as const;
export type Channel = (typeof channels)[number];

/**
 * Semantic versioning without build metadata: the expression that https://semver.org/#faq suggests,
 * without its last group.
 */
export const releaseVersion = z
  .string()
  .check(
    z.maxLength(100),
    z.regex(
      /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?$/,
    ),
  );

const releaseFile = z.object({
  fileName: z.string().check(z.regex(/^[\w.() -]+$/)),
  sizeInBytes: z.int().check(z.positive()),
  /** Hexadecimal, for people. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** Base64, for updaters. */
  sha512: z.string().check(z.regex(/^[0-9A-Za-z+/]{86}==$/)),
  /**
   * The signature that Tauri's updater verifies: the content of the `.sig` file that its bundler
   * writes.
   */
  updaterSignature: z.optional(z.string().check(z.maxLength(2000))),
});

const build = z.object({
  minimumSystem: z.string().check(z.minLength(1), z.maxLength(100)),
  /** What people download. */
  installer: releaseFile,
  /**
   * What an updater downloads where it differs: on a Mac, a `.zip` or `.tar.gz` instead of the
   * `.dmg`.
   */
  updateArchive: z.optional(releaseFile),
});

/** `releases/<version>/release.json`. An upload writes it last, when all its files are complete. */
export const releaseManifest = z.object({
  version: releaseVersion,
  channel: z.enum(channels),
  /** ISO 8601, UTC. */
  date: z.iso.datetime(),
  /** Markdown: the section of the changelog for this version. */
  notes: z.string().check(z.maxLength(50_000)),
  builds: z.record(z.enum(platforms), build),
  /** When the team promoted it. The release is ordered by this instead of its date. */
  promotedAt: z.optional(z.iso.datetime()),
  /** When the team yanked it. It is no longer offered. */
  yankedAt: z.optional(z.iso.datetime()),
});

export type ReleaseFile = z.infer<typeof releaseFile>;
export type Build = z.infer<typeof build>;
export type ReleaseManifest = z.infer<typeof releaseManifest>;

/**
 * `/version.json`, as the specification defines it: the current version and its address for each
 * platform.
 */
export interface VersionInfo {
  version: string;
  mac: { arm64: string; x64: string };
  win: string;
  date: string;
  notes: string;
  builds: Record<Platform, PublicBuild>;
}

export interface PublicBuild {
  fileName: string;
  sizeInBytes: number;
  sha256: string;
  minimumSystem: string;
}

/** An entry of `/releases.json`, newest first. */
export interface PublicRelease {
  version: string;
  channel: Channel;
  date: string;
  notes: string;
  isYanked: boolean;
  builds: Record<Platform, PublicBuild>;
}

/** The files of a build. */
export function filesOf({ installer, updateArchive }: Build): ReleaseFile[] {
  return updateArchive ? [installer, updateArchive] : [installer];
}

export function releaseKey(version: string, platform: Platform, fileName: string): string {
  return `releases/${version}/${platform}/${fileName}`;
}

/** The verified releases, with their manifests at that time. */
export const liveRecordKey = 'releases/live.json';

/** The versions that the team has decided to withdraw. */
export const yankDecisionsKey = 'releases/yanked.json';

export function releaseManifestKey(version: string): string {
  return `releases/${version}/release.json`;
}

/** Compares by the precedence of semantic versioning, older first. */
export function compareVersions(left: string, right: string): number {
  const [leftCore = '', ...leftRest] = left.split('-');
  const [rightCore = '', ...rightRest] = right.split('-');
  const byCore = compareParts(leftCore.split('.'), rightCore.split('.'));
  if (byCore !== 0) return byCore;
  const [leftTag, rightTag] = [leftRest.join('-'), rightRest.join('-')];
  // 1.0.0-beta.1 comes before 1.0.0.
  if (!leftTag || !rightTag) return Number(!leftTag) - Number(!rightTag);
  return compareParts(leftTag.split('.'), rightTag.split('.'));
}

function compareParts(left: string[], right: string[]): number {
  for (const [index, part] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const order = comparePart(part, other);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** Compares numbers by value and words by characters; numbers come before words. */
function comparePart(left: string, right: string): number {
  const areNumbers = [left, right].map((part) => /^\d+$/.test(part));
  if (areNumbers[0] && areNumbers[1]) return Number(left) - Number(right);
  if (areNumbers[0] !== areNumbers[1]) return areNumbers[0] ? -1 : 1;
  return left < right ? -1 : Number(left > right);
}
