import { PutObjectCommand } from '@aws-sdk/client-s3';
import { licenseKeysFile } from '../../contract/records/license-file-name.ts';
import { cacheControl } from '../../contract/rules/cache-control.ts';
import { readPublicKeys } from '../domain/licenses/public-keys.ts';
import type { Dependencies } from './compose.ts';

/** After a deployment that changed the keys, publishes the public ones. */
export async function publishKeys({ files, keyIds, keys, siteBucket }: Dependencies): Promise<void> {
  const keySet = await readPublicKeys(keys, keyIds);
  await files.send(
    new PutObjectCommand({
      Bucket: siteBucket,
      Key: licenseKeysFile,
      Body: JSON.stringify(keySet),
      ContentType: 'application/jwk-set+json',
      CacheControl: cacheControl.pages,
    }),
  );
}
