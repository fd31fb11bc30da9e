import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import {
  liveRecordKey,
  type ReleaseManifest,
  releaseManifest,
  releaseManifestKey,
} from '../../contract/release.ts';
import type { LiveRecord, VerifiedObject } from './live-releases.ts';
import type { PublishedFile } from './published-files.ts';
import type { ObjectFacts } from './verify-release.ts';

/** Updaters and pages ask again after this time; who publishes also tells the CDN. */
const publishedCacheControl = 'public, max-age=60';

export interface StoredRecord {
  record: LiveRecord;
  /** Undefined while nothing has been published yet. */
  etag: string | undefined;
}

export type ReleaseStore = ReturnType<typeof releaseStore>;

/** The builds bucket: what the team uploaded, what of it was verified, and what visitors are told. */
export function releaseStore(client: S3Client, bucketName: string) {
  async function read(key: string): Promise<{ text: string; etag: string } | undefined> {
    try {
      const { Body: body, ETag: etag = '' } = await client.send(
        new GetObjectCommand({ Bucket: bucketName, Key: key }),
      );
      return { text: (await body?.transformToString()) ?? '', etag };
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  }

  return {
    /** @throws ZodError or SyntaxError when the team's file is not a manifest. */
    async manifest(version: string): Promise<ReleaseManifest | undefined> {
      const file = await read(releaseManifestKey(version));
      return file && releaseManifest.parse(JSON.parse(file.text));
    },

    async liveRecord(): Promise<StoredRecord> {
      const file = await read(liveRecordKey);
      return { record: file ? JSON.parse(file.text) : { releases: {} }, etag: file?.etag };
    },

    /**
     * Replaces the record if it is still the one that was read.
     * @returns false when somebody else was faster.
     */
    async replaceLiveRecord(record: LiveRecord, previousEtag: string | undefined): Promise<boolean> {
      try {
        await client.send(
          new PutObjectCommand({
            Bucket: bucketName,
            Key: liveRecordKey,
            Body: JSON.stringify(record, null, 2),
            ContentType: 'application/json',
            ...(previousEtag ? { IfMatch: previousEtag } : { IfNoneMatch: '*' }),
          }),
        );
        return true;
      } catch (error) {
        // 409: another conditional write to the same key is under way.
        if (error instanceof S3ServiceException && [409, 412].includes(error.$metadata.httpStatusCode ?? 0))
          return false;
        throw error;
      }
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
        new GetObjectCommand({
          Bucket: bucketName,
          Key: key,
          ...(versionId ? { VersionId: versionId } : {}),
        }),
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

    /** Writes, or removes, what visitors and updaters are told. */
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
                CacheControl: publishedCacheControl,
              }),
        ),
      );
      // All are tried: a run that fails half-way leaves as little as possible that is out of date.
      const outcomes = await Promise.allSettled(writes);
      const failed = outcomes.find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
    },

    /** A link that lets whoever has it download the object under this file name. */
    presign(
      key: string,
      { versionId }: Partial<VerifiedObject>,
      fileName: string,
      validForSeconds: number,
    ): Promise<string> {
      const command = new GetObjectCommand({
        Bucket: bucketName,
        Key: key,
        ...(versionId ? { VersionId: versionId } : {}),
        ResponseContentDisposition: `attachment; filename="${fileName}"`,
      });
      return getSignedUrl(client, command, { expiresIn: validForSeconds });
    },
  };
}
