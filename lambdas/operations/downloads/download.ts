import * as downloadOperations from '../../../contract/operations/download-operations.ts';
import { limitStore } from '../../domain/limits/limit-store.ts';
import { downloadCounter } from '../../domain/releases/download-counter.ts';
import { findInstaller } from '../../domain/releases/find-build.ts';
import { releaseStore } from '../../domain/releases/release-store.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { s3 } from '../../platform/aws/s3.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { count } from '../../platform/count.ts';
import { describeError, logger } from '../../platform/logger.ts';
import { serve } from '../../platform/serve.ts';
import { downloadSigning } from '../../wiring/download-signing.ts';

const { BUILDS_BUCKET, DOWNLOADS_TABLE, LIMITS_TABLE } = readConfig({
  BUILDS_BUCKET: resourceName,
  DOWNLOADS_TABLE: resourceName,
  LIMITS_TABLE: resourceName,
});
const tables = dynamodb();
const releases = releaseStore(s3(), BUILDS_BUCKET);
const downloads = downloadCounter(tables, DOWNLOADS_TABLE);
const limits = limitStore(tables, LIMITS_TABLE);
const sign = downloadSigning();

export const download = serve(
  downloadOperations.download,
  async ({ data: { platform, version }, caller }) => {
    const now = new Date();
    const { object, described } = await findInstaller(releases, platform, version);
    await limits.take('download', caller.userId, now);
    const url = await sign(object, now);
    await downloads
      .count(described.version, platform, now)
      .then(() => count('Downloads', { platform, version: described.version }))
      .catch((error: unknown) => logger.error('a download was not counted', { error: describeError(error) }));
    return { url, ...described };
  },
);
