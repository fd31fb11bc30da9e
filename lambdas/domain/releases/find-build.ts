import type { ResponseOf } from '../../../contract/operations/operations.ts';
import { releaseKey, storedFilesOf } from '../../../contract/records/release.ts';
import type { Platform } from '../../../contract/rules/platforms.ts';
import { AppError } from '../../platform/app-error.ts';
import type { DownloadedObject } from '../downloads/download-signer.ts';
import { currentRelease, type LiveRelease } from './live-releases.ts';
import type { ReleaseStore } from './release-store.ts';

type Releases = Pick<ReleaseStore, 'liveRecord'>;

interface FoundBuild {
  /** The S3 version of the verified bytes. */
  object: DownloadedObject;
  described: Omit<ResponseOf<'download'>, 'url'>;
}

/**
 * Finds the installer for a platform, of the named or the current version.
 * @throws AppError `not-found`
 */
export async function findInstaller(
  releases: Releases,
  platform: Platform,
  version?: string,
): Promise<FoundBuild> {
  const release = await findRelease(releases, version);
  const { fileName, sizeInBytes } = release.manifest.builds[platform].installer;
  return {
    object: verifiedObject(release, platform, fileName),
    described: { fileName, version: release.manifest.version, sizeInBytes },
  };
}

/**
 * Finds one file of a release, for updaters.
 * @throws AppError `not-found` when there is no such release or file
 */
export async function findUpdateFile(
  releases: Releases,
  { version, platform, fileName }: { version: string; platform: Platform; fileName: string },
): Promise<DownloadedObject> {
  const release = await findRelease(releases, version);
  const isPromised = storedFilesOf(release.manifest.builds[platform]).some(
    (file) => file.fileName === fileName,
  );
  if (!isPromised) throw noBuild();
  return verifiedObject(release, platform, fileName);
}

/** A yanked release cannot be downloaded, not even by name. */
async function findRelease(releases: Releases, version: string | undefined): Promise<LiveRelease> {
  const { record } = await releases.liveRecord();
  const release =
    version === undefined
      ? currentRelease(record, 'stable')
      : Object.hasOwn(record.releases, version)
        ? record.releases[version]
        : undefined;
  if (!release || release.manifest.yankedAt) throw noBuild();
  return release;
}

const noBuild = () => new AppError('not-found', 'There is no such build to download.');

function verifiedObject(
  { manifest, objects }: LiveRelease,
  platform: Platform,
  fileName: string,
): DownloadedObject {
  const key = releaseKey(manifest.version, platform, fileName);
  const versionId = objects[key]?.versionId;
  // A link without a version would lead to a file that replaced the verified one.
  if (!versionId) throw new Error(`releases/live.json has no version of ${key}. Publish the release again.`);
  return { key, versionId };
}
