import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { BuildsBucket } from '../../../lambdas/domain/releases/release-manifests.ts';
import { readPublishedKeys } from '../license/connect-to-licenses.ts';

/**
 * Stores the public keys of licenses beside a release, as our pledge promises: who has the build then finds the keys of its time.
 * @returns the path on the site
 * @throws Error that says what to do if the site does not publish its keys
 */
export async function archiveKeys(
  { s3, bucket }: BuildsBucket,
  version: string,
  siteUrl: string,
): Promise<string> {
  const key = `updates/evidence/${version}/license-keys.json`;
  await s3.send(
    new PutObjectCommand({
      Bucket: bucket,
      Key: key,
      Body: JSON.stringify(await readPublishedKeys(siteUrl)),
      ContentType: 'application/jwk-set+json',
      CacheControl: 'public, max-age=60',
    }),
  );
  return `/${key}`;
}
