import type { ResponseOf } from '../../contract/operations.ts';
import type { Platform } from '../../contract/platforms.ts';
import { releaseKey } from '../../contract/release.ts';
import { AppError } from '../platform/app-error.ts';
import type { ReleaseStore } from './release-store.ts';

const linkValidForSeconds = 5 * 60;

/**
 * A link to the current build for a platform.
 * @throws AppError `unavailable` before the first release. (`not-found` would lose its text: the CDN replaces the body of a 404.)
 */
export async function downloadLink(
  releases: ReleaseStore,
  platform: Platform,
): Promise<ResponseOf<'download'>> {
  const version = await releases.currentVersion();
  const manifest = version === undefined ? undefined : await releases.manifest(version);
  if (!manifest)
    throw new AppError('unavailable', 'There is no build to download yet. Please come back soon.');
  const { fileName, sizeInBytes } = manifest.files[platform];
  const key = releaseKey(manifest.version, platform, fileName);
  const url = await releases.presign(key, fileName, linkValidForSeconds);
  return { url, fileName, version: manifest.version, sizeInBytes };
}
