import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NotFound,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import {
  liveRecordKey,
  type ReleaseManifest,
  releaseManifest,
  releaseManifestKey,
} from '../../../contract/records/release.ts';
import { cacheControl } from '../../../contract/rules/cache-control.ts';
import { s3Record } from '../../platform/s3-record.ts';
import type { LiveRecord, VerifiedObject } from './live-releases.ts';
import type { PublishedFile } from './published-files.ts';
import type { ObjectFacts } from './verify-release.ts';

export type ReleaseStore = ReturnType<typeof releaseStore>;

/** The builds bucket: uploads of the team, the record of live releases, and the published files. */
export function releaseStore(client: S3Client, bucketName: string) {
  const liveRecord = s3Record<LiveRecord>(client, bucketName, liveRecordKey);

  return {
    /** @throws $ZodError or SyntaxError when the team's file is not a manifest. */
    async manifest(version: string): Promise<ReleaseManifest | undefined> {
      const { record } = await s3Record<unknown>(client, bucketName, releaseManifestKey(version)).read();
      return record === undefined ? undefined : releaseManifest.parse(record);
    },

    async liveRecord(): Promise<{ record: LiveRecord; etag: string | undefined }> {
      const { record = { releases: {} }, etag } = await liveRecord.read();
      return { record, etag };
    },

    /**
     * Replaces the record if it has not changed since it was read.
     * @returns false when another run was faster.
     */
    async replaceLiveRecord(record: LiveRecord, previousEtag: string | undefined): Promise<boolean> {
      return (await liveRecord.replace(record, previousEtag)) !== undefined;
    },

    async describe(key: string): Promise<ObjectFacts | undefined> {
      try {
        const { ContentLength, ETag, VersionId } = await client.send(
          new HeadObjectCommand({ Bucket: bucketName, Key: key }),
        );
        return {
          sizeInBytes: ContentLength ?? 0,
          etag: ETag ?? '',
          ...(VersionId ? { versionId: VersionId } : {}),
        };
      } catch (error) {
        if (error instanceof NotFound) return undefined;
        throw error;
      }
    },

    /** Reads the whole object. */
    async checksums(key: string, { versionId }: VerifiedObject): Promise<{ sha256: string; sha512: string }> {
      const { Body: body } = await client.send(
        new GetObjectCommand({ Bucket: bucketName, Key: key, VersionId: versionId }),
      );
      const sha256 = createHash('sha256');
      const sha512 = createHash('sha512');
      await pipeline(body as Readable, async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) {
          sha256.update(chunk);
          sha512.update(chunk);
        }
      });
      return { sha256: sha256.digest('hex'), sha512: sha512.digest('base64') };
    },

    /** Writes or removes the published files. */
    async writePublished(files: Record<string, PublishedFile>): Promise<void> {
      const writes = Object.entries(files).map(([key, { contentType, body }]) =>
        client.send(
          body === undefined
            ? new DeleteObjectCommand({ Bucket: bucketName, Key: key })
            : new PutObjectCommand({
                Bucket: bucketName,
                Key: key,
                Body: body,
                ContentType: contentType,
                CacheControl: cacheControl.releases,
              }),
        ),
      );
      // Tries all files, so that a failed run leaves as few outdated files as possible.
      const outcomes = await Promise.allSettled(writes);
      const failed = outcomes.find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
    },
  };
}
