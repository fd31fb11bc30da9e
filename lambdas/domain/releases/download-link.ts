import type { ResponseOf } from '../../../contract/operations/operations.ts';
import { filesOf, releaseKey } from '../../../contract/records/release.ts';
import type { Platform } from '../../../contract/rules/platforms.ts';
import { AppError } from '../../platform/app-error.ts';
import { currentRelease, type LiveRelease } from './live-releases.ts';
import type { ReleaseStore } from './release-store.ts';

const linkValidForSeconds = 5 * 60;

type Releases = Pick<ReleaseStore, 'liveRecord' | 'presign'>;

/**
 * A link to a build for a platform, of the named or the current version.
 * @throws AppError `not-found`
 */
export async function downloadLink(
  releases: Releases,
  platform: Platform,
  version?: string,
): Promise<ResponseOf<'download'>> {
  const release = await findRelease(releases, version);
  const { installer } = release.manifest.builds[platform];
  const url = await linkTo(releases, release, platform, installer.fileName);
  const { fileName, sizeInBytes } = installer;
  return { url, fileName, version: release.manifest.version, sizeInBytes };
}

/**
 * A link to one file of a release, for updaters.
 * @throws AppError `not-found` when there is no such release or file
 */
export async function updateLink(
  releases: Releases,
  { version, platform, fileName }: { version: string; platform: Platform; fileName: string },
): Promise<string> {
  const release = await findRelease(releases, version);
  const isPromised = filesOf(release.manifest.builds[platform]).some((file) => file.fileName === fileName);
  if (!isPromised) throw noBuild();
  return linkTo(releases, release, platform, fileName);
}

/** A withdrawn release cannot be downloaded, not even by name. */
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

function linkTo(
  releases: Releases,
  { manifest, objects }: LiveRelease,
  platform: Platform,
  fileName: string,
): Promise<string> {
  const key = releaseKey(manifest.version, platform, fileName);
  return releases.presign(key, objects[key] ?? {}, fileName, linkValidForSeconds);
}
