import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { releaseManifestKey } from '../contract/records/release.ts';
import { publishFolder } from '../scripts/commands/release/publish.ts';
import { readReleaseNotes } from '../scripts/commands/release/release-notes.ts';
import { type LocalEndpoints, localS3 } from '../scripts/commands/stage/connect.ts';
import { sampleVersion, writeSampleRelease } from './sample-release.ts';

/** Uploads a small release like the team, unless one exists. */
export async function seedRelease(
  folder: string,
  { s3Endpoint, buildsBucket }: LocalEndpoints,
): Promise<void> {
  const s3 = localS3(s3Endpoint);
  const manifest = new HeadObjectCommand({ Bucket: buildsBucket, Key: releaseManifestKey(sampleVersion) });
  const exists = await s3.send(manifest).then(
    () => true,
    () => false,
  );
  if (exists) return;
  await writeSampleRelease(folder);
  const { day, channel, notes } = await readReleaseNotes(sampleVersion);
  await publishFolder({
    to: { s3, bucket: buildsBucket },
    version: sampleVersion,
    folder,
    // The download page and the changelog show the same date.
    now: () => new Date(day),
    channel,
    notes,
    onProgress: () => {},
  });
}
