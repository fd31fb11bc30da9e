import type { Channel, ReleaseManifest } from '../../../contract/records/release.ts';
import { AppError } from '../../platform/app-error.ts';
import {
  type BuildsBucket,
  checkVersion,
  listManifests,
  readLiveManifest,
  readLiveRecord,
  readManifest,
  refuseYanked,
  upcomingVersions,
  writeManifest,
} from './release-manifests.ts';

/**
 * Makes a release the current one of its channel. An older one is a rollback.
 * @param expected the version that the caller saw as the current one; without `expected`, nothing is compared
 * @returns the channel
 * @throws AppError when there is no such release, it was withdrawn, or the channel no longer offers the expected version
 */
export async function promote(
  from: BuildsBucket,
  version: string,
  now: Date,
  expected?: { current: string | undefined },
): Promise<Channel> {
  const { manifest, etag } = await findManifest(from, version);
  refuseYanked(manifest);
  const { channel } = manifest;
  const manifests = await readableManifests(from);
  if (expected) {
    const current = upcomingVersions(await readLiveRecord(from), manifests)[channel];
    // An earlier attempt of the same request has promoted it.
    if (current === version && expected.current !== version) return channel;
    if (current !== expected.current)
      throw new AppError(
        'aborted',
        `The ${channel} channel now offers ${current ?? 'nothing'}. Your promotion was not applied. Load the page again and decide again.`,
      );
  }
  // A time after all others, even if this machine's clock is behind.
  const earlier = manifests.map(({ promotedAt }) => Date.parse(promotedAt ?? ''));
  const after = Math.max(0, ...earlier.filter((time) => !Number.isNaN(time))) + 1;
  const promotedAt = new Date(Math.max(now.getTime(), after)).toISOString();
  await writeManifest(from, { ...manifest, promotedAt }, etag);
  return channel;
}

/**
 * Withdraws a release, so that the site no longer offers it. Repeating it makes the site process it
 * again.
 * @param mayLeaveNone whether the channel may be left without a release
 * @throws AppError when there is no such release, or withdrawing it would leave its channel without one
 */
export async function yank(
  from: BuildsBucket,
  version: string,
  now: Date,
  { mayLeaveNone }: { mayLeaveNone: boolean },
): Promise<void> {
  const { manifest, etag } = await findManifest(from, version);
  if (!mayLeaveNone && isOnlyRelease(await readableManifests(from), version))
    throw new AppError(
      'aborted',
      `${version} is the only release of its channel, so it was not withdrawn. Load the page again and confirm that the channel may be left without a release.`,
    );
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

/** The manifests of all releases, without those that are not readable. */
export const readableManifests = async (from: BuildsBucket): Promise<ReleaseManifest[]> =>
  (await listManifests(from)).flatMap(({ manifest }) => manifest ?? []);

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
