import { AppError } from '../../platform/app-error.ts';
import { currentRelease, type LiveRecord } from './live-releases.ts';
import {
  type BuildsBucket,
  findManifest,
  readableManifests,
  readLiveRecord,
  upcomingRecord,
  writeManifest,
} from './release-manifests.ts';

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
  if (!mayLeaveNone && isOnlyRelease(await readUpcomingRecord(from), version))
    throw new AppError(
      'aborted',
      `${version} is the only release of its channel, so it was not withdrawn. Load the page again and confirm that the channel may be left without a release.`,
    );
  await writeManifest(from, { ...manifest, yankedAt: manifest.yankedAt ?? now.toISOString() }, etag);
}

/**
 * Whether the channel of a release would have nothing to offer without it. A release whose files are not verified is
 * not offered, so it does not count.
 */
export function isOnlyRelease({ releases }: LiveRecord, version: string): boolean {
  const { [version]: own, ...others } = releases;
  if (!own || own.manifest.yankedAt) return false;
  return currentRelease({ releases: others }, own.manifest.channel) === undefined;
}

/** The verified releases with what the team has decided about them, also before the site has processed it. */
export async function readUpcomingRecord(from: BuildsBucket): Promise<LiveRecord> {
  const [record, manifests] = await Promise.all([readLiveRecord(from), readableManifests(from)]);
  return upcomingRecord(record, manifests);
}
