import { DeleteObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import { type SiteBuild, siteBuild } from '../../../contract/records/site-build.ts';
import { eachOf } from '../../platform/each-of.ts';
import { s3Record } from '../../platform/s3-record.ts';

/** `recent-builds.json`: the live build and the previous builds whose assets are kept, newest first. */
export interface RecentBuilds {
  builds: LiveBuild[];
}

export interface LiveBuild {
  assets: string[];
  /** When it went live; ISO 8601, UTC. */
  since: string;
}

const deletionsAtATime = 16;

export type SiteBuildStore = ReturnType<typeof siteBuildStore>;

/** The files of the site's bucket that belong to builds. */
export function siteBuildStore(client: S3Client, bucketName: string) {
  return {
    recent: s3Record<RecentBuilds>(client, bucketName, 'recent-builds.json'),

    /** @returns undefined if there is no build, or it does not list its assets */
    async assetsOfCurrentBuild(): Promise<string[] | undefined> {
      const { record } = await s3Record<Partial<SiteBuild>>(client, bucketName, siteBuild.file).read();
      return record?.assets;
    },

    /** All assets in the bucket, of every build. */
    async listAssets(): Promise<{ key: string; uploadedAt: Date }[]> {
      const pages = paginateListObjectsV2(
        { client },
        { Bucket: bucketName, Prefix: `${siteBuild.assetsFolder}/` },
      );
      const assets: { key: string; uploadedAt: Date }[] = [];
      for await (const { Contents: contents = [] } of pages) {
        for (const { Key: key, LastModified: uploadedAt } of contents)
          if (key && uploadedAt) assets.push({ key, uploadedAt });
      }
      return assets;
    },

    async remove(keys: string[]): Promise<void> {
      await eachOf(keys, deletionsAtATime, (key) =>
        client.send(new DeleteObjectCommand({ Bucket: bucketName, Key: key })),
      );
    },
  };
}
