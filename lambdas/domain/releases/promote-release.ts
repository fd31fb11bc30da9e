import type { Channel } from '../../../contract/records/release.ts';
import { AppError } from '../../platform/app-error.ts';
import {
  type BuildsBucket,
  currentVersions,
  findManifest,
  readableManifests,
  readLiveRecord,
  refuseYanked,
  upcomingRecord,
  writeManifest,
} from './release-manifests.ts';

/**
 * Makes a release the current one of its channel, for everybody: its rollout ends. An older one is a rollback.
 * @param expected the version that the caller saw as the current one
 * @returns the channel
 * @throws AppError when there is no such release, it was yanked, or the channel no longer offers the expected version
 */
export async function promote(
  from: BuildsBucket,
  version: string,
  now: Date,
  expected: { current: string | undefined },
): Promise<Channel> {
  const { manifest, etag } = await findManifest(from, version);
  refuseYanked(manifest);
  const { channel } = manifest;
  const manifests = await readableManifests(from);
  const current = currentVersions(upcomingRecord(await readLiveRecord(from), manifests))[channel];
  // An earlier attempt of the same request has promoted it.
  if (current === version && expected.current !== version) return channel;
  if (current !== expected.current)
    throw new AppError(
      'aborted',
      `The ${channel} channel now offers ${current ?? 'nothing'}. Your promotion was not applied. Decide again.`,
    );
  // The time must be later than all others, even if this machine's clock is slow.
  const earlier = manifests.map(({ promotedAt }) => Date.parse(promotedAt ?? ''));
  const after = Math.max(0, ...earlier.filter((time) => !Number.isNaN(time))) + 1;
  const promotedAt = new Date(Math.max(now.getTime(), after)).toISOString();
  await writeManifest(from, { ...manifest, promotedAt, rollout: undefined }, etag);
  return channel;
}
