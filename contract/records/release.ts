import { maxReasonLength } from '../rules/desk-rules.ts';
import { type Platform, platforms } from '../rules/platforms.ts';
import { partialShares, shares } from '../rules/rollout-shares.ts';
import { maxVersionLength, versionPattern } from '../rules/version.ts';
import * as z from '../zod.ts';

/** The channels. `beta` also gets every stable release. */
export const channels = ['stable', 'beta'] as const;
export type Channel = (typeof channels)[number];

export const releaseVersion = z.string().check(z.maxLength(maxVersionLength), z.regex(versionPattern));

const content = {
  sizeInBytes: z.int().check(z.positive()),
  /** Hexadecimal, for people. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** Base64, for updaters. */
  sha512: z.string().check(z.regex(/^[0-9A-Za-z+/]{86}==$/)),
};

const releaseFile = z.object({
  fileName: z.string().check(z.regex(/^[\w.() -]+$/)),
  ...content,
  /** `<fileName>.blockmap`, with which electron-updater downloads only what changed. Releases from before 2026-12 have none. */
  blockmap: z.optional(z.object(content)),
  /**
   * The signature that Tauri's updater verifies: the content of the `.sig` file that its bundler
   * writes.
   */
  updaterSignature: z.optional(z.string().check(z.maxLength(2000))),
  /** The signature that Windows or macOS verifies. Releases from before 2026-12 have none here. */
  signature: z.optional(
    z.object({
      /** The name in the certificate. */
      publisher: z.string().check(z.regex(/^[^\n\r]{1,200}$/)),
      /** ISO 8601, UTC: the time that a timestamp authority has confirmed. */
      signedAt: z.iso.datetime(),
    }),
  ),
});

/** A sentence for the download page. */
export const unsignedReason = z.string().check(z.regex(/^[^\n\r]{10,300}$/));

/** How a build was made (a bundle of sigstore) or what it contains (an SBOM). */
const evidence = z.object({
  fileName: z.string().check(z.regex(/^[\w.() -]+$/)),
  kind: z.enum(['provenance', 'sbom']),
  /** Hexadecimal. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});

const build = z.object({
  minimumSystem: z.string().check(z.minLength(1), z.maxLength(100)),
  /** The file that people download. */
  installer: releaseFile,
  /**
   * The file that an updater downloads if it differs: on a Mac, a `.zip` or `.tar.gz` instead of the
   * `.dmg`.
   */
  updateArchive: z.optional(releaseFile),
  /** Published beside the build; see contract/rules/evidence-path.ts. */
  evidence: z.optional(z.array(evidence)),
});

/** A release that only a part of the installations gets. */
const rollout = z.object({
  /** In percent. */
  share: z.literal([...partialShares]),
  /** While it is halted, nobody is offered the release. */
  haltedAt: z.optional(z.iso.datetime()),
  /** When the team resumed it. On that day (UTC), the site does not halt it again. */
  resumedAt: z.optional(z.iso.datetime()),
  haltReason: z.optional(z.string().check(z.maxLength(maxReasonLength))),
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
  /** Why builds of this release are not signed. The download page shows it. */
  unsigned: z.optional(unsignedReason),
  /** When the team promoted it. The release is ordered by this instead of its date. */
  promotedAt: z.optional(z.iso.datetime()),
  /** When the team yanked it. It is no longer offered. */
  yankedAt: z.optional(z.iso.datetime()),
  /** Missing if everybody gets the release. Only a stable one has a rollout. */
  rollout: z.optional(rollout),
});

export type ReleaseFile = z.infer<typeof releaseFile>;
export type Evidence = z.infer<typeof evidence>;
export type Build = z.infer<typeof build>;
export type ReleaseManifest = z.infer<typeof releaseManifest>;
export type Rollout = z.infer<typeof rollout>;

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
  unsigned?: string;
}

export interface PublicBuild extends Pick<ReleaseFile, 'fileName' | 'sizeInBytes' | 'sha256' | 'signature'> {
  minimumSystem: string;
  /** The files about how it was made and what it contains. */
  evidence?: Evidence[];
}

/** An entry of `/releases.json`, newest first. */
export interface PublicRelease {
  version: string;
  channel: Channel;
  date: string;
  notes: string;
  isYanked: boolean;
  builds: Record<Platform, PublicBuild>;
  unsigned?: string;
}

/** A higher share, `halt`, or `resume`. */
export const rolloutChange = z.union([z.literal([...shares]), z.enum(['halt', 'resume'])]);
export type RolloutChange = z.infer<typeof rolloutChange>;

/** The files of a build. */
export function filesOf({ installer, updateArchive }: Build): ReleaseFile[] {
  return updateArchive ? [installer, updateArchive] : [installer];
}

/** A file in the bucket of builds. */
export type StoredFile = Pick<ReleaseFile, 'fileName' | keyof typeof content>;

export const blockmapEnding = '.blockmap';

/** The files of a build, and their block maps. */
export function storedFilesOf(build: Build): StoredFile[] {
  return filesOf(build).flatMap((file) =>
    file.blockmap ? [file, { fileName: `${file.fileName}${blockmapEnding}`, ...file.blockmap }] : [file],
  );
}

export function releaseKey(version: string, platform: Platform, fileName: string): string {
  return `releases/${version}/${platform}/${fileName}`;
}

/** The verified releases, with their manifests at that time. */
export const liveRecordKey = 'releases/live.json';

/** The versions that the team has decided to yank. */
export const yankDecisionsKey = 'releases/yanked.json';

export function releaseManifestKey(version: string): string {
  return `releases/${version}/release.json`;
}
