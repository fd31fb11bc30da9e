import {
  type ReleaseFile,
  type ReleaseManifest,
  releaseKey,
  storedFilesOf,
} from '../../../contract/records/release.ts';
import { type Platform, platforms } from '../../../contract/rules/platforms.ts';
import type { LiveRelease } from './live-releases.ts';

/** A file with checksums in the right form. */
export function fileOf(fileName: string, sizeInBytes = 100): ReleaseFile {
  return { fileName, sizeInBytes, sha256: 'a'.repeat(64), sha512: `${'b'.repeat(86)}==` };
}

/** A complete manifest: a `.dmg` with a `.zip` for each Mac, and an installer for Windows. */
export function manifestOf(version: string, change: Partial<ReleaseManifest> = {}): ReleaseManifest {
  const build = (platform: Platform) =>
    platform === 'win-x64'
      ? { minimumSystem: 'Windows 10', installer: fileOf(`App-${version}.exe`, 300) }
      : {
          minimumSystem: 'macOS 12',
          installer: fileOf(`App-${version}-${platform}.dmg`, 100),
          updateArchive: fileOf(`App-${version}-${platform}.zip`, 90),
        };
  return {
    version,
    channel: 'stable',
    date: '2025-09-01T00:00:00Z',
    notes: '### Added\n\n- Maps “with” & <without> borders.',
    builds: Object.fromEntries(
      platforms.map((platform) => [platform, build(platform)]),
    ) as ReleaseManifest['builds'],
    ...change,
  };
}

/** The release with the versions of its files. */
export function liveReleaseOf(manifest: ReleaseManifest): LiveRelease {
  const files = platforms.flatMap((platform) =>
    storedFilesOf(manifest.builds[platform]).map(({ fileName }) =>
      releaseKey(manifest.version, platform, fileName),
    ),
  );
  return {
    manifest,
    objects: Object.fromEntries(files.map((key) => [key, { etag: '"x"', versionId: 'v7' }])),
  };
}
