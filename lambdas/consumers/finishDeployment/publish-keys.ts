import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { Context } from 'aws-lambda';
import { licenseKeysFile } from '../../../contract/records/license-file.ts';
import { cacheControl } from '../../../contract/rules/cache-control.ts';
import { readPublicKeys } from '../../domain/licenses/public-keys.ts';
import { cloudFront } from '../../platform/aws/cloud-front.ts';
import { kms } from '../../platform/aws/kms.ts';
import { s3 } from '../../platform/aws/s3.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { invalidatePaths } from '../../platform/invalidate-paths.ts';

const { DISTRIBUTION_ID, LICENSE_KEY_IDS, SITE_BUCKET } = readConfig({
  DISTRIBUTION_ID: resourceName,
  LICENSE_KEY_IDS: resourceName,
  SITE_BUCKET: resourceName,
});
const keys = kms();
const files = s3();
const cdn = cloudFront();

/** After a deployment that changed the keys, publishes the public ones. */
export async function publishKeys({ awsRequestId }: Pick<Context, 'awsRequestId'>): Promise<void> {
  const keySet = await readPublicKeys(keys, LICENSE_KEY_IDS.split(' '));
  await files.send(
    new PutObjectCommand({
      Bucket: SITE_BUCKET,
      Key: licenseKeysFile,
      Body: JSON.stringify(keySet),
      ContentType: 'application/jwk-set+json',
      CacheControl: cacheControl.pages,
    }),
  );
  await invalidatePaths(cdn, DISTRIBUTION_ID, [`/${licenseKeysFile}`], awsRequestId);
}
