import * as downloadOperations from '../../../contract/operations/download-operations.ts';
import { limitStore } from '../../domain/limits/limit-store.ts';
import { findResource } from '../../domain/resources/find-resource.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { s3 } from '../../platform/aws/s3.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { serve } from '../../platform/serve.ts';
import { downloadSigning } from '../../wiring/download-signing.ts';

const { BUILDS_BUCKET, LIMITS_TABLE } = readConfig({
  BUILDS_BUCKET: resourceName,
  LIMITS_TABLE: resourceName,
});
const client = s3();
const sign = downloadSigning();
const limits = limitStore(dynamodb(), LIMITS_TABLE);

export const downloadResource = serve(downloadOperations.downloadResource, async ({ data, caller }) => {
  const now = new Date();
  const object = await findResource(client, BUILDS_BUCKET, data.file);
  await limits.take('downloadResource', caller.userId, now);
  return { url: await sign(object, now), fileName: data.file.split('/').at(-1) ?? data.file };
});
