import {
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import {
  type ReleaseManifest,
  releaseManifest,
  releaseManifestKey,
  type VersionInfo,
} from '../../contract/release.ts';

export const currentVersionKey = 'version.json';

export type ReleaseStore = ReturnType<typeof releaseStore>;

/** The builds bucket: what the team uploaded, and the record of what is current. */
export function releaseStore(client: S3Client, bucketName: string) {
  async function readJson(key: string): Promise<unknown> {
    try {
      const { Body: body } = await client.send(new GetObjectCommand({ Bucket: bucketName, Key: key }));
      return JSON.parse((await body?.transformToString()) ?? 'null');
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  }

  return {
    /** The version that visitors are offered; undefined before the first release. */
    async currentVersion(): Promise<string | undefined> {
      return ((await readJson(currentVersionKey)) as VersionInfo | undefined)?.version;
    },

    /** @throws ZodError when the team's file is not a manifest. */
    async manifest(version: string): Promise<ReleaseManifest | undefined> {
      const json = await readJson(releaseManifestKey(version));
      return json === undefined ? undefined : releaseManifest.parse(json);
    },

    /** @returns the size in bytes; undefined when there is no such object. */
    async sizeOf(key: string): Promise<number | undefined> {
      try {
        return (await client.send(new HeadObjectCommand({ Bucket: bucketName, Key: key }))).ContentLength;
      } catch (error) {
        if (error instanceof NotFound) return undefined;
        throw error;
      }
    },

    async setCurrent(version: VersionInfo): Promise<void> {
      await client.send(
        new PutObjectCommand({
          Bucket: bucketName,
          Key: currentVersionKey,
          Body: JSON.stringify(version),
          ContentType: 'application/json',
          CacheControl: 'public, max-age=60',
        }),
      );
    },

    /** A link that lets whoever has it download the object under this file name. */
    presign(key: string, fileName: string, validForSeconds: number): Promise<string> {
      const command = new GetObjectCommand({
        Bucket: bucketName,
        Key: key,
        ResponseContentDisposition: `attachment; filename="${fileName}"`,
      });
      return getSignedUrl(client, command, { expiresIn: validForSeconds });
    },
  };
}
