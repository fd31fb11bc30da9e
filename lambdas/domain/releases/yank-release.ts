import type { ReleaseManifest } from '../../../contract/records/release.ts';
import { AppError } from '../../platform/app-error.ts';
import { type BuildsBucket, findManifest, readableManifests, writeManifest } from './release-manifests.ts';

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
