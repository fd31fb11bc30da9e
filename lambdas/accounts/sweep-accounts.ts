import type { ReferralStore } from '../referrals/referral-store.ts';
import type { UserStore } from '../users/user-store.ts';
import { removeUnconfirmed, type UnconfirmedDependencies } from './remove-unconfirmed.ts';
import type { SweepProgress, SweepProgressStore } from './sweep-progress.ts';
import { type RecordDependencies, type SweptRecord, sweepRecord } from './sweep-record.ts';
import { walkPages } from './walk-pages.ts';

export interface SweepDependencies extends RecordDependencies, UnconfirmedDependencies {
  accounts: RecordDependencies['accounts'] & UnconfirmedDependencies['accounts'];
  users: Pick<UserStore, 'find' | 'page'>;
  referrals: Pick<ReferralStore, 'ownerOf' | 'page' | 'removeItem'>;
  progress: SweepProgressStore;
}

export interface SweepObserver {
  /** Asked before each item. */
  hasTime: () => boolean;
  /** The same for unconfirmed accounts, of which anybody can make many. They must leave time for the rest. */
  hasTimeForUnconfirmed: () => boolean;
  swept: (result: Exclude<SweptRecord, 'nothing to do'>) => void;
  failed: (error: unknown) => void;
}

export interface SweepSummary {
  /** False when the run ended in the middle of a round. */
  isComplete: boolean;
  unconfirmedRemoved: number;
  recordsCompared: number;
  referralItemsRemoved: number;
}

const hourMs = 60 * 60 * 1000;

/** A round starts once a day. The schedule is not exact to the second. */
const roundMs = 23.5 * hourMs;

/**
 * Cognito is asked once per record, which takes up to 50 ms. A run has 14 minutes, so it compares at least 16,800 records, and 100,000 take
 * six runs of the 24 of a day. The calls come one after the other and so stay below Cognito's 50 per second.
 */
const pageSize = 100;

/** More records without an account in one round mean that the pool is probably wrong or empty. */
const defaultMaxDeletions = 5;

/**
 * Removes what deletions and registrations leave behind: unconfirmed accounts, data without an account, and referral counts without an
 * owner. Also compares the group `paid` of each user with their record. It is safe to repeat and to run twice at once: a saved
 * cursor only means that everything before it was processed.
 * @throws Error when several items fail in a row
 */
export async function sweepAccounts(
  dependencies: SweepDependencies,
  observer: SweepObserver,
  {
    startsAgain = false,
    maxDeletions = defaultMaxDeletions,
  }: { startsAgain?: boolean | undefined; maxDeletions?: number | undefined } = {},
): Promise<SweepSummary> {
  const { now, progress } = dependencies;
  const unconfirmedRemoved = await removeUnconfirmed(dependencies, {
    hasTime: observer.hasTimeForUnconfirmed,
    failed: observer.failed,
  });
  const last = startsAgain ? undefined : await progress.read(now());
  let current = last && !isDue(last, now()) ? last : newRound(now());
  const counts = { recordsCompared: 0, referralItemsRemoved: 0 };
  if (current.list === 'records') {
    current = await sweepRecords(dependencies, observer, current, maxDeletions, counts);
  }
  if (current.list === 'referrals') current = await sweepReferrals(dependencies, observer, current, counts);
  return { isComplete: current.list === 'done', unconfirmedRemoved, ...counts };
}

type Counts = Pick<SweepSummary, 'recordsCompared' | 'referralItemsRemoved'>;

const newRound = (now: Date): SweepProgress => ({
  startedAt: now.toISOString(),
  list: 'records',
  deletions: 0,
});

/** Whether the next round should begin. */
function isDue({ list, startedAt }: SweepProgress, now: Date): boolean {
  return list === 'done' && now.getTime() - Date.parse(startedAt) >= roundMs;
}

async function sweepRecords(
  dependencies: SweepDependencies,
  { hasTime, failed, swept }: SweepObserver,
  start: SweepProgress,
  maxDeletions: number,
  counts: Counts,
): Promise<SweepProgress> {
  const { users, progress } = dependencies;
  let { deletions } = start;
  const isThrough = await walkPages(start.after, {
    page: (after) => users.page(after, pageSize),
    keyOf: ({ userId }) => ({ userId }),
    async look(user) {
      const result = await sweepRecord(dependencies, user, deletions < maxDeletions);
      counts.recordsCompared += 1;
      if (result === 'deletion requested') deletions += 1;
      if (result !== 'nothing to do') swept(result);
    },
    keep: (after) => progress.keep({ ...start, after, deletions }),
    hasTime,
    failed,
  });
  if (!isThrough) return start;
  const next: SweepProgress = { startedAt: start.startedAt, list: 'referrals', deletions };
  await progress.keep(next);
  return next;
}

/** Removes the items of codes without an owner. The owner is written first and removed first, so no other item waits for one. */
async function sweepReferrals(
  { referrals, progress }: SweepDependencies,
  { hasTime, failed }: SweepObserver,
  start: SweepProgress,
  counts: Counts,
): Promise<SweepProgress> {
  // A scan returns the items of a code one after the other.
  let latest: { code: string; isOwned: boolean } | undefined;
  const isThrough = await walkPages(start.after, {
    page: (after) => referrals.page(after),
    keyOf: ({ code, sortKey }) => ({ code, sortKey }),
    async look(item) {
      const { code } = item;
      if (latest?.code !== code) latest = { code, isOwned: (await referrals.ownerOf(code)) !== undefined };
      if (latest.isOwned) return;
      await referrals.removeItem(item);
      counts.referralItemsRemoved += 1;
    },
    keep: (after) => progress.keep({ ...start, after }),
    hasTime,
    failed,
  });
  if (!isThrough) return start;
  const done: SweepProgress = { startedAt: start.startedAt, list: 'done', deletions: start.deletions };
  await progress.keep(done);
  return done;
}
