import * as downloadOperations from '../../contract/operations/download-operations.ts';
import { findInstaller } from '../domain/releases/find-build.ts';
import { describeError, logger } from '../platform/logger.ts';
import { recordMetric } from '../platform/record-metric.ts';
import { serve } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

export const download = ({ downloads, limits, releases, sign }: Dependencies) =>
  serve(downloadOperations.download, async ({ now, data: { platform, version }, caller }) => {
    const { object, described } = await findInstaller(releases, platform, version);
    await limits.take('download', caller.userId, now);
    const url = await sign(object, now);
    await downloads
      .count(described.version, platform, now)
      .then(() => recordMetric('Downloads', { platform, version: described.version }))
      .catch((error: unknown) => logger.error('a download was not counted', { error: describeError(error) }));
    return { url, ...described };
  });
