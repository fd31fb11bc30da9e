import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ListedRelease } from '../../../contract/records/desk-releases.ts';
import { channels } from '../../../contract/records/release.ts';
import { type Platform, platforms } from '../../../contract/rules/platforms.ts';
import { queryAll } from '../../platform/query-all.ts';
import { isOnlyRelease } from './promote-release.ts';
import { type BuildsBucket, currentVersions, listManifests, readLiveRecord } from './release-manifests.ts';

export interface ReleaseList {
  releases: ListedRelease[];
  /** Versions whose release.json is not readable. */
  unreadable: string[];
}

/** All releases with their downloads, the newest version first. There are a few dozen. */
export async function listReleases(
  from: BuildsBucket,
  client: DynamoDBDocumentClient,
  downloadsTable: string,
): Promise<ReleaseList> {
  const [listed, record] = await Promise.all([listManifests(from), readLiveRecord(from)]);
  const current = currentVersions(record);
  const manifests = listed.flatMap(({ manifest }) => manifest ?? []);
  const releases = await Promise.all(
    manifests.map(async (manifest): Promise<ListedRelease> => {
      const { version, channel, date, notes, promotedAt, yankedAt } = manifest;
      return {
        version,
        channel,
        date,
        notes,
        ...(promotedAt ? { promotedAt } : {}),
        ...(yankedAt ? { yankedAt } : {}),
        isVerified: Object.hasOwn(record.releases, version),
        offeredTo: channels.filter((each) => current[each] === version),
        isOnly: isOnlyRelease(manifests, version),
        downloads: await countDownloads(client, downloadsTable, version),
      };
    }),
  );
  return { releases, unreadable: listed.flatMap(({ version, manifest }) => (manifest ? [] : version)) };
}

async function countDownloads(
  client: DynamoDBDocumentClient,
  tableName: string,
  version: string,
): Promise<Record<Platform, number>> {
  const days = await queryAll<{ sortKey: string; downloads: number }>(client, {
    tableName,
    key: { name: 'version', value: version },
  });
  const counts = Object.fromEntries(platforms.map((platform) => [platform, 0])) as Record<Platform, number>;
  for (const { sortKey, downloads } of days) counts[sortKey.split('#')[0] as Platform] += downloads;
  return counts;
}
