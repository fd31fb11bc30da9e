import { decideYank } from './decide-yank.ts';
import { type BuildsBucket, findManifest, writeManifest } from './release-manifests.ts';

/**
 * Yanks a release, so that the site no longer offers it. A repeated call makes the site process it
 * again.
 * @param mayLeaveNone whether the channel may be left without a release
 * @throws AppError when there is no such release, or yanking it would leave its channel without one
 */
export async function yank(
  from: BuildsBucket,
  version: string,
  now: Date,
  { mayLeaveNone }: { mayLeaveNone: boolean },
): Promise<void> {
  const { manifest, etag } = await findManifest(from, version);
  await decideYank(from, version, { mayLeaveNone });
  await writeManifest(from, { ...manifest, yankedAt: manifest.yankedAt ?? now.toISOString() }, etag);
}
