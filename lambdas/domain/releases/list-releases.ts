import type { ListedRelease } from '../../../contract/records/desk-releases.ts';
import { type Channel, channels, type Rollout } from '../../../contract/records/release.ts';
import type { DownloadCounter } from './download-counter.ts';
import { cohortsOf, type LiveRecord } from './live-releases.ts';
import {
  type BuildsBucket,
  currentVersions,
  listManifests,
  readLiveRecord,
  upcomingRecord,
} from './release-manifests.ts';
import { isOnlyRelease, readYankDecisions, withoutDecided } from './yank-release.ts';

export interface ReleaseList {
  releases: ListedRelease[];
  /** Versions whose release.json is not readable. */
  unreadable: string[];
  /** The version that each channel offers, which may be one of the unreadable ones. */
  current: Partial<Record<Channel, string>>;
}

/** All releases with their downloads, the newest version first. There are a few dozen. */
export async function listReleases(
  from: BuildsBucket,
  downloads: Pick<DownloadCounter, 'totalsOf'>,
): Promise<ReleaseList> {
  const [listed, record, decided] = await Promise.all([
    listManifests(from),
    readLiveRecord(from),
    readYankDecisions(from),
  ]);
  const manifests = listed.flatMap(({ manifest }) => manifest ?? []);
  const upcoming = upcomingRecord(record, manifests);
  const { stable, beta } = currentVersions(upcoming);
  const offered = withoutDecided(upcoming, decided);
  const current = { ...(stable ? { stable } : {}), ...(beta ? { beta } : {}) };
  const releases = await Promise.all(
    manifests.map(async (manifest): Promise<ListedRelease> => {
      const { version, channel, date, notes, promotedAt, yankedAt } = manifest;
      const rollout = rolloutIn(upcoming, version);
      return {
        version,
        channel,
        date,
        notes,
        ...(promotedAt ? { promotedAt } : {}),
        ...(yankedAt ? { yankedAt } : {}),
        ...(rollout ? { rollout } : {}),
        isVerified: Object.hasOwn(record.releases, version),
        offeredTo: channels.filter((each) => current[each] === version),
        isOnly: isOnlyRelease(offered, version),
        downloads: await downloads.totalsOf(version),
      };
    }),
  );
  const unreadable = listed.flatMap(({ version, manifest }) => (manifest ? [] : version));
  return { releases, unreadable, current };
}

/** The rollout of a version, unless the channel offers other releases to everybody. */
function rolloutIn({ releases }: LiveRecord, version: string): Rollout | undefined {
  const own = releases[version];
  const rollout = own?.manifest.rollout;
  if (!rollout) return undefined;
  const resumed = { ...own, manifest: { ...own.manifest, rollout: { share: rollout.share } } };
  const isOffered = cohortsOf({ releases: { ...releases, [version]: resumed } }, version).length > 0;
  return isOffered ? rollout : undefined;
}
