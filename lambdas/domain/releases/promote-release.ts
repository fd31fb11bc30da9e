import type { Channel, ReleaseManifest } from '../../../contract/records/release.ts';
import { AppError } from '../../platform/app-error.ts';
import {
  type BuildsBucket,
  checkVersion,
  listManifests,
  readLiveManifest,
  readManifest,
  refuseYanked,
  writeManifest,
} from './release-manifests.ts';

/**
 * Makes a release the current one of its channel. An older one is a rollback.
 * @returns the channel
 * @throws AppError when there is no such release, or it was withdrawn
 */
export async function promote(from: BuildsBucket, version: string, now: Date): Promise<Channel> {
  const { manifest, etag } = await findManifest(from, version);
  refuseYanked(manifest);
  // A time after all others, even if this machine's clock is behind.
  const earlier = (await listManifests(from)).map((listed) => Date.parse(listed.manifest?.promotedAt ?? ''));
  const after = Math.max(0, ...earlier.filter((time) => !Number.isNaN(time))) + 1;
  const promotedAt = new Date(Math.max(now.getTime(), after)).toISOString();
  await writeManifest(from, { ...manifest, promotedAt }, etag);
  return manifest.channel;
}

/**
 * Withdraws a release, so that the site no longer offers it. Repeating it makes the site process it
 * again.
 */
export async function yank(from: BuildsBucket, version: string, now: Date): Promise<void> {
  const { manifest, etag } = await findManifest(from, version);
  await writeManifest(from, { ...manifest, yankedAt: manifest.yankedAt ?? now.toISOString() }, etag);
}

/**
 * Whether a channel would have nothing to offer without this release. The beta channel also offers
 * stable releases.
 */
export function isOnlyRelease(manifests: ReleaseManifest[], version: string): boolean {
  const offered = manifests.filter(({ yankedAt }) => !yankedAt);
  const own = offered.find((manifest) => manifest.version === version);
  const others = offered.filter(
    ({ version: other, channel }) => other !== version && (channel === 'stable' || own?.channel === 'beta'),
  );
  return own !== undefined && others.length === 0;
}

/** The manifest; if it is missing or not readable, the one of the live release. */
async function findManifest(
  from: BuildsBucket,
  version: string,
): Promise<{ manifest: ReleaseManifest; etag: string | undefined }> {
  checkVersion(version);
  const found = await readManifest(from, version);
  const manifest = found?.manifest ?? (await readLiveManifest(from, version));
  if (manifest) return { manifest, etag: found?.etag };
  throw new AppError(
    'not-found',
    found
      ? `The release.json of ${version} is not readable. "npm run release -- publish" or "complete" writes it again.`
      : `There is no release ${version}. "npm run release -- list" shows all releases.`,
  );
}
