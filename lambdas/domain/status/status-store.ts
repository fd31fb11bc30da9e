import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { SiteStatus } from '../../../contract/records/site-status.ts';
import { cacheControl } from '../../../contract/rules/cache-control.ts';
import { contentTypeOf } from '../../../contract/rules/content-type-of.ts';
import { statusFiles } from '../../../contract/rules/status-files.ts';
import { AppError } from '../../platform/app-error.ts';
import { s3Record } from '../../platform/s3-record.ts';

/** Each further attempt means that somebody else changed the status at the same time. */
const maxAttempts = 5;

/** The files of the status in the site's bucket. */
export function statusStore(client: S3Client, bucketName: string) {
  const json = s3Record<SiteStatus>(client, bucketName, statusFiles.json, cacheControl.status);
  return {
    /** @returns undefined until the first check */
    async read(): Promise<SiteStatus | undefined> {
      return (await json.read()).record;
    },

    /**
     * Replaces the status, so that no concurrent change is lost.
     * @param apply runs again after a conflict, and may return the status that it got
     * @throws AppError `aborted` after several conflicts; errors of `apply`
     */
    async change(
      apply: (current: SiteStatus | undefined) => SiteStatus | Promise<SiteStatus>,
    ): Promise<SiteStatus> {
      for (let attempt = 1; attempt <= maxAttempts; attempt++) {
        const { record, etag } = await json.read();
        const changed = await apply(record);
        if (changed === record || (await json.replace(changed, etag)) !== undefined) return changed;
      }
      throw new AppError('aborted', 'The status was changed several times at this moment. Please try again.');
    },

    async writeFeed(feed: string): Promise<void> {
      await client.send(
        new PutObjectCommand({
          Bucket: bucketName,
          Key: statusFiles.feed,
          Body: feed,
          ContentType: contentTypeOf(statusFiles.feed),
          CacheControl: cacheControl.status,
        }),
      );
    },
  };
}
