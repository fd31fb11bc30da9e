import { yankDecisionsKey } from '../../../contract/records/release.ts';
import { AppError } from '../../platform/app-error.ts';
import { s3Record } from '../../platform/s3-record.ts';
import { currentRelease, type LiveRecord } from './live-releases.ts';
import { type BuildsBucket, findManifest, readUpcomingRecord, writeManifest } from './release-manifests.ts';

/**
 * The versions that the team has decided to yank. Versions are never removed from the list, so a yank that was interrupted here can be
 * repeated. Until then the site still offers the release, but other yanks do not count it.
 */
interface YankDecisions {
  versions: string[];
}

/** Each further attempt means that another release was yanked at the same time. */
const maxAttempts = 4;

const decisionsIn = ({ s3, bucket }: BuildsBucket) => s3Record<YankDecisions>(s3, bucket, yankDecisionsKey);

export async function readYankDecisions(from: BuildsBucket): Promise<string[]> {
  return (await decisionsIn(from).read()).record?.versions ?? [];
}

/**
 * Records the decision to yank a release before its manifest changes. The manifests are separate objects, so two admins could yank the last
 * two releases at once without a conflict. All decisions are in one object, where only one of two concurrent writes succeeds.
 * @param mayLeaveNone whether the channel may be left without a release
 * @throws AppError `aborted` when the channel would be left without a release, or decisions kept changing
 */
export async function decideYank(
  from: BuildsBucket,
  version: string,
  { mayLeaveNone }: { mayLeaveNone: boolean },
): Promise<void> {
  const decisions = decisionsIn(from);
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    // Read before the manifests, so that a decision made after this read makes the write fail.
    const { record, etag } = await decisions.read();
    const versions = record?.versions ?? [];
    if (!mayLeaveNone && isOnlyRelease(withoutDecided(await readUpcomingRecord(from), versions), version))
      throw new AppError(
        'aborted',
        `${version} is the only release of its channel, so it was not yanked. Look at the list of releases again, and confirm that the channel may be left without a release.`,
      );
    if (versions.includes(version)) return;
    if ((await decisions.replace({ versions: [...versions, version] }, etag)) !== undefined) return;
  }
  throw new AppError(
    'aborted',
    `Other releases were yanked at the same time, so ${version} was not. Look at the list of releases, then try again.`,
  );
}

/** The releases that the site offers once it has processed the team's decisions. */
export function withoutDecided({ releases }: LiveRecord, versions: string[]): LiveRecord {
  const left = Object.entries(releases).filter(([version]) => !versions.includes(version));
  return { releases: Object.fromEntries(left) };
}

/**
 * Whether the channel of a release would have nothing to offer without it. A release whose files are not verified is
 * not offered, so it does not count.
 */
export function isOnlyRelease({ releases }: LiveRecord, version: string): boolean {
  const { [version]: own, ...others } = releases;
  if (!own || own.manifest.yankedAt) return false;
  return currentRelease({ releases: others }, own.manifest.channel) === undefined;
}

/**
 * Yanks a release, so that the site no longer offers it. A repeated call makes the site process it
 * again.
 * @param mayLeaveNone whether the channel may be left without a release
 * @throws AppError when there is no such release, or yanking it would leave its channel without one
 */
export async function yank(
  from: BuildsBucket,
  version: string,
  now: Date,
  { mayLeaveNone }: { mayLeaveNone: boolean },
): Promise<void> {
  const { manifest, etag } = await findManifest(from, version);
  await decideYank(from, version, { mayLeaveNone });
  await writeManifest(from, { ...manifest, yankedAt: manifest.yankedAt ?? now.toISOString() }, etag);
}
