import { isDeepStrictEqual } from 'node:util';
import type { LiveBuild, SiteBuildStore } from './site-build-store.ts';

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
