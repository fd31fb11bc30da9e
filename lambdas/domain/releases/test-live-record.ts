import { PutObjectCommand } from '@aws-sdk/client-s3';
import { liveRecordKey, type ReleaseManifest } from '../../../contract/records/release.ts';
import type { LiveRecord } from './live-releases.ts';
import { type BuildsBucket, readManifest, writeManifest } from './release-manifests.ts';

/** Stores releases with their manifests, and records that all are verified. */
export async function offerReleases(builds: BuildsBucket, manifests: ReleaseManifest[]): Promise<void> {
  for (const manifest of manifests)
    await writeManifest(builds, manifest, (await readManifest(builds, manifest.version))?.etag);
  await writeLiveRecord(builds, manifests);
}

/** Stores what the site offers, as `publishRelease` records it. */
export async function writeLiveRecord(
  { s3, bucket }: BuildsBucket,
  manifests: ReleaseManifest[],
): Promise<void> {
  const record: LiveRecord = {
    releases: Object.fromEntries(manifests.map((manifest) => [manifest.version, { manifest, objects: {} }])),
  };
  await s3.send(new PutObjectCommand({ Bucket: bucket, Key: liveRecordKey, Body: JSON.stringify(record) }));
}
