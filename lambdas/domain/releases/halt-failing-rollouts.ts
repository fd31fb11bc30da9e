import type { Rollout } from '../../../contract/records/release.ts';
import { crashesTooOften } from '../../../contract/rules/rollout-limit.ts';
import type { ProblemStore } from '../problems/problem-store.ts';
import { haltRollout } from './change-rollout.ts';
import type { DownloadCounter } from './download-counter.ts';
import type { LiveRecord } from './live-releases.ts';
import type { BuildsBucket } from './release-manifests.ts';

type RolloutLimit = Parameters<typeof crashesTooOften>[2];

interface RolloutDependencies {
  builds: BuildsBucket;
  downloads: Pick<DownloadCounter, 'updatesOf'>;
  problems: Pick<ProblemStore, 'networksOn'>;
  limit?: RolloutLimit;
}

export interface FailingRollout {
  version: string;
  share: Rollout['share'];
  /** How many networks reported a crash on this day (UTC). */
  networks: number;
  /** How many updates to the version were downloaded so far. */
  updates: number;
  haltedAt: string;
  reason: string;
}

/** Distinguishes a halted rollout from one that the team has halted. */
const haltedBySite = 'The site halted it: ';

/** After this time, a halt was reported, or the team has found it. */
const reportedForMs = 24 * 60 * 60 * 1000;

/**
 * Halts each rollout whose version crashes too often: more networks report a crash on one day than the team allows. A rollout that the team
 * resumes is not halted again on that day.
 * @returns the rollouts that are halted because of it, also those that an interrupted run has halted, so that their emails are repeated
 */
export async function haltFailingRollouts(
  { builds, downloads, problems, limit }: RolloutDependencies,
  { releases }: LiveRecord,
  now: Date,
): Promise<FailingRollout[]> {
  const failing: FailingRollout[] = [];
  for (const { manifest } of Object.values(releases)) {
    const { version, rollout, yankedAt } = manifest;
    // Their counts decide nothing.
    if (!rollout || yankedAt || isHaltedLongAgo(rollout, now)) continue;
    // The team has looked at the reports of this day.
    if (!rollout.haltedAt && rollout.resumedAt?.slice(0, 10) === now.toISOString().slice(0, 10)) continue;
    // The run that halted it may have died before midnight, and before its email.
    const day = (rollout.haltedAt ?? now.toISOString()).slice(0, 10);
    const networks = await problems.networksOn(version, day);
    if (networks === 0) continue;
    const updates = await downloads.updatesOf(version);
    if (!crashesTooOften(networks, updates, limit)) continue;
    const reason = `${haltedBySite}${networks} networks reported a crash within a day, after ${updates} updates.`;
    const { share, haltedAt, haltReason } = (await haltRollout(builds, version, reason, now)) ?? {};
    if (!share || !haltedAt || !haltReason?.startsWith(haltedBySite)) continue;
    if (isHaltedLongAgo({ haltedAt }, now)) continue;
    failing.push({ version, share, networks, updates, haltedAt, reason: haltReason });
  }
  return failing;
}

const isHaltedLongAgo = ({ haltedAt }: Pick<Rollout, 'haltedAt'>, now: Date): boolean =>
  haltedAt !== undefined && now.getTime() - Date.parse(haltedAt) > reportedForMs;
