import type { ReferralStore } from '../referrals/referral-store.ts';
import type { UserStore } from '../users/user-store.ts';
import { removeUnconfirmed, type UnconfirmedDependencies } from './account-pool.ts';
import { type SweepProgress, type SweepProgressStore, SweepTakenOver } from './sweep-progress.ts';
import {
  deleteWithoutAccount,
  type RecordDependencies,
  type SweptRecord,
  sweepRecord,
} from './sweep-record.ts';
import { walkPages } from './walk-pages.ts';

export interface SweepDependencies extends RecordDependencies, UnconfirmedDependencies {
  accounts: RecordDependencies['accounts'] & UnconfirmedDependencies['accounts'];
  users: Pick<UserStore, 'find' | 'page'>;
  referrals: Pick<ReferralStore, 'ownerOf' | 'page' | 'removeItem'>;
  progress: SweepProgressStore;
}

export interface SweepObserver {
  /** Called before each item. */
  hasTime: () => boolean;
  /** The same for unconfirmed accounts. Anybody can create many of them, and they must leave time for the rest. */
  hasTimeForUnconfirmed: () => boolean;
  swept: (result: Exclude<SweptRecord, 'nothing to do'> | 'deletion requested') => void;
  /** Called once per round. */
  deletionsWithheld: () => void;
  failed: (error: unknown) => void;
}

export interface SweepSummary {
  /** False when the run ended in the middle of a round, or another run took the round over. */
  isComplete: boolean;
  unconfirmedRemoved: number;
  recordsCompared: number;
  referralItemsRemoved: number;
}

const hourMs = 60 * 60 * 1000;

/** A round starts once a day. The schedule is not exact to the second. */
const roundMs = 23.5 * hourMs;

/**
 * Each record needs one call to Cognito, which takes up to 50 ms. A run has 14 minutes, so it compares at least 16,800 records, and 100,000
 * take six of the 24 runs of a day. The calls are sequential and stay below Cognito's quota of 50 per second.
 */
const pageSize = 100;

/** More records without an account mean that the pool is probably wrong or empty. */
const defaultMaxDeletions = 5;

/**
 * Removes the remains of deletions and registrations: unconfirmed accounts, data without an account, and referral counts without an
 * owner. Also compares the group `paid` and the license files of each user with their record. A round first finds all records without an account, and deletes
 * their data only if there are few. It is safe to repeat and to run twice at once: only one of the runs continues the round.
 * @param options.maxDeletions the limit of the round that starts
 * @throws Error when several items fail in a row
 */
export async function sweepAccounts(
  dependencies: SweepDependencies,
  observer: SweepObserver,
  options: { startsAgain?: boolean | undefined; maxDeletions?: number | undefined } = {},
): Promise<SweepSummary> {
  const unconfirmedRemoved = await removeUnconfirmed(dependencies, {
    hasTime: observer.hasTimeForUnconfirmed,
    failed: observer.failed,
  });
  const counts = { recordsCompared: 0, referralItemsRemoved: 0 };
  const isComplete = await continueRound({
    ...(await openRound(dependencies, options)),
    dependencies,
    observer,
    counts,
  });
  return { isComplete, unconfirmedRemoved, ...counts };
}

interface Round {
  progress: () => SweepProgress;
  /** Stores the progress with these changes, and without a position unless `changes` has one. */
  save: (changes: Partial<SweepProgress>) => Promise<void>;
}

interface Run extends Round {
  dependencies: SweepDependencies;
  observer: SweepObserver;
  counts: Pick<SweepSummary, 'recordsCompared' | 'referralItemsRemoved'>;
}

async function openRound(
  { now, progress: store }: SweepDependencies,
  { startsAgain, maxDeletions = defaultMaxDeletions }: Parameters<typeof sweepAccounts>[2] & object,
): Promise<Round> {
  const last = await store.read();
  let current: SweepProgress =
    last && !startsAgain && !isDue(last, now())
      ? last
      : {
          startedAt: now().toISOString(),
          list: 'records',
          maxDeletions,
          candidates: [],
          version: last?.version ?? 0,
        };
  return {
    progress: () => current,
    async save(changes) {
      current = await store.keep({ ...current, after: undefined, hasFailed: undefined, ...changes });
    },
  };
}

/** Whether the next round should begin. */
function isDue({ list, startedAt }: SweepProgress, now: Date): boolean {
  return list === 'done' && now.getTime() - Date.parse(startedAt) >= roundMs;
}

/** @returns whether the round is complete */
async function continueRound(run: Run): Promise<boolean> {
  const steps = { records: sweepRecords, deletions: deleteCandidates, referrals: sweepReferrals };
  try {
    for (;;) {
      const { list } = run.progress();
      if (list === 'done') return true;
      if (!(await steps[list](run))) return false;
    }
  } catch (error) {
    if (error instanceof SweepTakenOver) return false;
    throw error;
  }
}

/** Compares all records, and finds the candidates for a deletion. */
async function sweepRecords({ dependencies, observer, counts, progress, save }: Run): Promise<boolean> {
  const { users } = dependencies;
  const { maxDeletions, candidates: found } = progress();
  const candidates = [...found];
  function addCandidate(userId: string): void {
    if (candidates.length > maxDeletions) return;
    candidates.push(userId);
    if (candidates.length > maxDeletions) observer.deletionsWithheld();
  }
  const isThrough = await walkPages(progress(), {
    page: (after) => users.page(after, pageSize),
    keyOf: ({ userId }) => ({ userId }),
    async look(user) {
      const result = await sweepRecord(dependencies, user);
      counts.recordsCompared += 1;
      if (result === 'no account') addCandidate(user.userId);
      if (result !== 'nothing to do') observer.swept(result);
    },
    keep: (position) => save({ ...position, candidates }),
    ...observer,
  });
  if (isThrough)
    await save({ list: 'deletions', candidates: candidates.length > maxDeletions ? [] : candidates });
  return isThrough;
}

async function deleteCandidates({ dependencies, observer, progress, save }: Run): Promise<boolean> {
  const { candidates } = progress();
  const isThrough = await walkPages(progress(), {
    async page(after) {
      const start = candidates.indexOf(after?.userId ?? '') + 1;
      const items = candidates.slice(start, start + pageSize);
      const last = start + pageSize < candidates.length ? items.at(-1) : undefined;
      return { items, next: last ? { userId: last } : undefined };
    },
    keyOf: (userId) => ({ userId }),
    async look(userId) {
      if (await deleteWithoutAccount(dependencies, userId)) observer.swept('deletion requested');
    },
    keep: save,
    ...observer,
  });
  if (isThrough) await save({ list: 'referrals', candidates: [] });
  return isThrough;
}

/** Removes the items of codes without an owner. The owner item is written first and removed first, so an item without one is an orphan. */
async function sweepReferrals({ dependencies, observer, counts, progress, save }: Run): Promise<boolean> {
  const { referrals } = dependencies;
  // A scan returns the items of a code one after the other.
  let latest: { code: string; isOwned: boolean } | undefined;
  const isThrough = await walkPages(progress(), {
    page: (after) => referrals.page(after),
    keyOf: ({ code, sortKey }) => ({ code, sortKey }),
    async look(item) {
      const { code } = item;
      if (latest?.code !== code) latest = { code, isOwned: (await referrals.ownerOf(code)) !== undefined };
      if (latest.isOwned) return;
      await referrals.removeItem(item);
      counts.referralItemsRemoved += 1;
    },
    keep: save,
    ...observer,
  });
  if (isThrough) await save({ list: 'done' });
  return isThrough;
}
