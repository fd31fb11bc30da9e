import { isDeepStrictEqual } from 'node:util';
import { DeleteObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import { type SiteBuild, siteBuild } from '../../../contract/records/site-build.ts';
import { eachOf } from '../../platform/each-of.ts';
import { s3Record } from '../../platform/s3-record.ts';

/** `recent-builds.json`: the live build and the previous builds whose assets are kept, newest first. */
export interface RecentBuilds {
  builds: LiveBuild[];
}

interface LiveBuild {
  assets: string[];
  /** When it went live; ISO 8601, UTC. */
  since: string;
}

const deletionsAtATime = 16;

type SiteBuildStore = ReturnType<typeof siteBuildStore>;

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

interface Dependencies {
  store: SiteBuildStore;
  now: () => Date;
}

/** The live build and the two before it. */
const buildsKept = 3;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Records the live build, and removes the assets that neither it nor the two builds before it name. Open pages still load the
 * scripts of their build. docs/decisions/023 has the reasons.
 * @returns the number of removed assets
 * @throws Error when another run changed the record during this run, or the build does not list its assets
 */
export async function removeOldAssets({ store, now }: Dependencies): Promise<number> {
  // Read in this order, so that our write fails if another run records a newer build in between.
  const { record = { builds: [] }, etag } = await store.recent.read();
  const assets = await store.assetsOfCurrentBuild();
  // An empty list would remove all assets.
  if (!assets?.length) throw new Error('The live build names no assets.');
  const yesterday = new Date(now().getTime() - dayMs);
  const builds = withCurrent(record.builds, { assets, since: now().toISOString() }, yesterday);
  if (!isDeepStrictEqual(builds, record.builds) && !(await store.recent.replace({ builds }, etag))) {
    throw new Error('Another run changed the record of builds during this run.');
  }

  const named = new Set(builds.flatMap((build) => build.assets));
  const unused = (await store.listAssets()).filter(
    // Younger assets may belong to a build whose pages are not deployed yet.
    ({ key, uploadedAt }) => !named.has(key) && uploadedAt < yesterday,
  );
  await store.remove(unused.map(({ key }) => key));
  return unused.length;
}

/** Puts the live build first, even after a rollback, and keeps all builds that were live within the last day. */
function withCurrent(builds: LiveBuild[], current: LiveBuild, yesterday: Date): LiveBuild[] {
  const isCurrent = ({ assets }: LiveBuild) => isDeepStrictEqual(assets, current.assets);
  const [newest] = builds;
  const all =
    newest && isCurrent(newest) ? builds : [current, ...builds.filter((build) => !isCurrent(build))];
  return all.filter((_, index) => {
    const successor = all[index - 1];
    return index < buildsKept || (successor !== undefined && new Date(successor.since) > yesterday);
  });
}
