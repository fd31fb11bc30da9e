import { PutObjectCommand } from '@aws-sdk/client-s3';
import { liveRecordKey, type ReleaseManifest } from '../../../contract/records/release.ts';
import type { LiveRecord } from './live-releases.ts';
import type { BuildsBucket } from './release-manifests.ts';

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
