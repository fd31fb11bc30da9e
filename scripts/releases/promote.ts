import type { ReleaseManifest } from '../../contract/release.ts';
import { type BuildsBucket, checkVersion, readManifest, writeManifest } from './manifests.ts';

/**
 * Makes a release the current one of its channel, also an older one: that is how to go back.
 * @throws Error when there is no such release, or it was taken back
 */
export async function promote(from: BuildsBucket, version: string, now: Date): Promise<void> {
  const { manifest, etag } = await findManifest(from, version);
  if (manifest.yankedAt)
    throw new Error(`${version} was taken back. What is wrong with it is mended in a new version.`);
  await writeManifest(from, { ...manifest, promotedAt: now.toISOString() }, etag);
}

/** Takes a release back: it is offered to nobody any more. Repeating it changes nothing. */
export async function yank(from: BuildsBucket, version: string, now: Date): Promise<void> {
  const { manifest, etag } = await findManifest(from, version);
  if (manifest.yankedAt) return;
  await writeManifest(from, { ...manifest, yankedAt: now.toISOString() }, etag);
}

async function findManifest(
  from: BuildsBucket,
  version: string,
): Promise<{ manifest: ReleaseManifest; etag: string }> {
  checkVersion(version);
  const found = await readManifest(from, version);
  if (!found)
    throw new Error(`There is no release ${version}. "npm run release -- list" shows those there are.`);
  return found;
}
