import { isDeepStrictEqual } from 'node:util';
import type { LiveBuild, SiteBuildStore } from './site-build-store.ts';

interface Dependencies {
  store: SiteBuildStore;
  now: () => Date;
}

/** The one that is live, and two before it. */
const buildsKept = 3;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Remembers which build is live, and removes the assets that neither it names nor one of the two before it. Pages in somebody's browser still
 * name the scripts of the build they came with. docs/decisions/023 has the reasons.
 * @returns how many are gone
 * @throws Error when the record was changed meanwhile, or the build does not say of what it is made
 */
export async function removeOldAssets({ store, now }: Dependencies): Promise<number> {
  // In this order: whoever remembers a newer build after this reading changes the record, and ours is refused.
  const { record = { builds: [] }, etag } = await store.recent.read();
  const assets = await store.assetsOfCurrentBuild();
  // As if nothing were in use, everything would go.
  if (!assets?.length) throw new Error('The build that is live names no assets.');
  const yesterday = new Date(now().getTime() - dayMs);
  const builds = withCurrent(record.builds, { assets, since: now().toISOString() }, yesterday);
  if (!isDeepStrictEqual(builds, record.builds) && !(await store.recent.replace({ builds }, etag))) {
    throw new Error('Somebody else has changed the record of builds meanwhile.');
  }

  const named = new Set(builds.flatMap((build) => build.assets));
  const unused = (await store.listAssets()).filter(
    // What is younger may belong to a build whose pages are still on their way.
    ({ key, uploadedAt }) => !named.has(key) && uploadedAt < yesterday,
  );
  await store.remove(unused.map(({ key }) => key));
  return unused.length;
}

/** A build that went live again, after a roll-back, takes the first place; what was live within the last day stays, however many followed. */
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
