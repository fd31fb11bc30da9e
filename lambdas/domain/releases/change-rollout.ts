import type { AuditAction } from '../../../contract/records/audit-entry.ts';
import type { ReleaseManifest, Rollout, RolloutChange } from '../../../contract/records/release.ts';
import { maxReasonLength } from '../../../contract/rules/desk-rules.ts';
import { describeRollout } from '../../../contract/rules/rollout-shares.ts';
import { AppError } from '../../platform/app-error.ts';
import { cohortsOf, currentRelease, type LiveRecord } from './live-releases.ts';
import {
  type BuildsBucket,
  findManifest,
  readUpcomingRecord,
  refuseYanked,
  writeManifest,
} from './release-manifests.ts';

/** The name of a change in the audit. */
export const actionOf = (change: RolloutChange): AuditAction =>
  typeof change === 'number' ? 'raiseRollout' : `${change}Rollout`;

interface ChangeOptions {
  now: Date;
  /** The state that the caller saw, in the words of `describeRollout`. */
  seen: string;
  /** Why it is halted. */
  reason?: string;
}

/**
 * Raises the share of a rollout, which also resumes it; halts it; or resumes it with the same share. The state and the share are in the
 * manifest, whose ETag lets only one of two changes succeed.
 * @returns the state after the change
 * @throws AppError when there is no such release or no rollout, the share would go down, nobody would get the release, or the rollout is no
 *   longer in the state that the caller saw
 */
export async function changeRollout(
  from: BuildsBucket,
  version: string,
  change: RolloutChange,
  { now, seen, reason }: ChangeOptions,
): Promise<string> {
  const { manifest, etag } = await findManifest(from, version);
  refuseYanked(manifest);
  const { rollout } = manifest;
  const state = describeRollout(rollout);
  const next = changed(rollout, change, now, reason);
  const after = describeRollout(next);
  // True for a repeated request, too.
  const isSame = after === state && (rollout !== undefined || change !== 'halt');
  if (!isSame && seen !== state)
    throw new AppError(
      'aborted',
      `The rollout of ${version} has changed to ${state}. Your change was not applied. Decide again.`,
    );
  if (!isSame && !rollout)
    throw new AppError(
      'aborted',
      `${version} is not being rolled out. Promote an earlier version or yank ${version} to take it back.`,
    );
  if (rollout && typeof change === 'number' && change < rollout.share)
    throw new AppError(
      'aborted',
      `A share only goes up, and ${version} has ${rollout.share}%. Halt the rollout, or yank ${version}.`,
    );
  const changedManifest = { ...manifest, rollout: next };
  if (change !== 'halt') refuseUnoffered(await readUpcomingRecord(from), changedManifest);
  if (!isSame) await writeManifest(from, changedManifest, etag);
  return after;
}

/** @returns undefined when everybody gets the release */
function changed(
  rollout: Rollout | undefined,
  change: RolloutChange,
  now: Date,
  reason: string | undefined,
): Rollout | undefined {
  const resumedAt = rollout?.haltedAt ? now.toISOString() : rollout?.resumedAt;
  const resumed = resumedAt ? { resumedAt } : {};
  if (typeof change === 'number') return change === 100 ? undefined : { share: change, ...resumed };
  if (!rollout || change === 'resume') return rollout && { share: rollout.share, ...resumed };
  return {
    ...rollout,
    haltedAt: rollout.haltedAt ?? now.toISOString(),
    ...(reason ? { haltReason: reason } : {}),
  };
}

/** @throws AppError `aborted` when the channel would offer other releases to all installations */
function refuseUnoffered({ releases }: LiveRecord, manifest: ReleaseManifest): void {
  const { version } = manifest;
  const own = releases[version];
  const record = own && { releases: { ...releases, [version]: { ...own, manifest } } };
  if (record && cohortsOf(record, version).length > 0) return;
  throw new AppError(
    'aborted',
    record
      ? `No installation would get ${version}, because the stable channel offers ${currentRelease(record, 'stable')?.manifest.version}. Promote ${version} to offer it to everybody.`
      : `The files of ${version} are not verified yet. Try again in a minute.`,
  );
}

/**
 * Checks a new release that is to be offered to a part of the installations.
 * @throws AppError `invalid-argument` when there is nothing for the others, or no installation would get it
 */
export async function refuseFirstShare(from: BuildsBucket, manifest: ReleaseManifest): Promise<void> {
  const { version, channel, rollout } = manifest;
  if (!rollout) return;
  const refuse = (reason: string) => {
    throw new AppError('invalid-argument', `${reason} Leave out --share.`);
  };
  if (channel !== 'stable') refuse('Only a stable release is offered to a share of the installations.');
  const { [version]: _, ...others } = (await readUpcomingRecord(from)).releases;
  const previous = currentRelease({ releases: others }, 'stable')?.manifest.version;
  if (!previous) refuse('There is no earlier stable release for everybody outside the share.');
  const record = { releases: { ...others, [version]: { manifest, objects: {} } } };
  if (cohortsOf(record, version).length === 0)
    refuse(`The stable channel offers ${previous}, so no installation would get ${version}.`);
}

/** Each further attempt means that somebody else changed the release at the same time. */
const maxAttempts = 4;

/**
 * Halts a rollout automatically. Safe to repeat: the first reason stays.
 * @returns the halted rollout; undefined when the version is not being rolled out, or does not exist
 */
export async function haltRollout(
  from: BuildsBucket,
  version: string,
  reason: string,
  now: Date,
): Promise<Rollout | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { manifest, etag } = await findManifest(from, version);
      const { rollout, yankedAt } = manifest;
      if (!rollout || yankedAt) return undefined;
      if (rollout.haltedAt) return rollout;
      const halted = changed(rollout, 'halt', now, reason.slice(0, maxReasonLength));
      await writeManifest(from, { ...manifest, rollout: halted }, etag);
      return halted;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code !== 'aborted') return undefined;
      if (attempt === maxAttempts) throw error;
    }
  }
}
