import {
  type BuildsBucket,
  readManifest,
  readText,
  writeManifest,
} from '../lambdas/domain/releases/release-manifests.ts';
import { publishFolder } from '../scripts/commands/release/publish.ts';
import { readReleaseNotes } from '../scripts/commands/release/release-notes.ts';
import { readBuildTrust } from '../scripts/commands/release/verify-signatures.ts';
import { type LocalEndpoints, localS3 } from '../scripts/commands/stage/connect.ts';
import { sampleVersion, writeSampleRelease } from './sample-release.ts';

/**
 * Uploads a small release like the team, unless it exists. If the site had another address at its
 * last start, it publishes the releases again, because the files for updaters contain the address.
 */
export async function seedRelease(
  folder: string,
  { s3Endpoint, buildsBucket, siteUrl }: LocalEndpoints,
): Promise<void> {
  const s3 = localS3(s3Endpoint);
  const to = { s3, bucket: buildsBucket };
  const existing = await readManifest(to, sampleVersion);
  if (!existing) return publishSample(folder, to);
  // Writing a manifest makes the site publish the files of all releases again.
  if (existing.manifest && !(await isPublishedAt(siteUrl, to)))
    await writeManifest(to, existing.manifest, existing.etag);
}

async function publishSample(folder: string, to: BuildsBucket): Promise<void> {
  await writeSampleRelease(folder);
  const { day, channel, notes } = await readReleaseNotes(sampleVersion);
  await publishFolder({
    to,
    version: sampleVersion,
    folder,
    // The download page and the changelog show the same date.
    now: () => new Date(day),
    channel,
    notes,
    trust: await readBuildTrust(new Date()),
    unsigned: 'This is a sample of a local cloud, not a build of the app.',
    onWarning: () => {},
    onProgress: () => {},
  });
}

/** Whether the release feed was published with this address. It exists even without a release. */
async function isPublishedAt(siteUrl: string, bucket: BuildsBucket): Promise<boolean> {
  const key = 'updates/releases.atom';
  return (await readText(bucket, key))?.text.includes(`${siteUrl}/${key}`) ?? false;
}
