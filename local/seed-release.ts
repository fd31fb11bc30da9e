import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { type BuildsBucket, readManifest, writeManifest } from '../scripts/commands/release/manifests.ts';
import { publishFolder } from '../scripts/commands/release/publish.ts';
import { readReleaseNotes } from '../scripts/commands/release/release-notes.ts';
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
  if (existing.manifest && !(await isPublishedAt(siteUrl, s3, buildsBucket)))
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
    onProgress: () => {},
  });
}

/** Whether the published files contain this address. The feed exists even without a release. */
async function isPublishedAt(siteUrl: string, s3: S3Client, bucket: string): Promise<boolean> {
  const key = 'updates/releases.atom';
  const feed = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key })).then(
    ({ Body: body }) => body?.transformToString(),
    () => undefined,
  );
  return feed?.includes(`${siteUrl}/${key}`) ?? false;
}
