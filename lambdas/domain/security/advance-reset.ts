import type { ResetStep } from '../../../contract/rules/recovery-codes.ts';
import { AppError } from '../../platform/app-error.ts';
import { newUser } from '../users/new-user.ts';
import { readSignIn } from '../users/read-account.ts';
import type { FactorReset, UserStore } from '../users/user-store.ts';
import { cancelReset, completeReset, requestReset, resetDueAt, resetExpiresAt } from './factor-reset.ts';

export interface ResetSite {
  users: Pick<UserStore, 'find' | 'create'>;
  reset: Parameters<typeof completeReset>[0];
}

export interface ResettableAccount {
  userId: string;
  /** As the account has it. */
  email: string;
  hasApp: boolean;
}

/** The state of a request. */
export type ResetProgress =
  | { state: 'not on' | 'canceled' | 'completed' }
  | { state: 'requested'; factorReset: FactorReset; hasEarlierExpired: boolean }
  | { state: 'waiting'; factorReset: FactorReset };

interface ResetRun {
  now: Date;
  /** Called before a step that affects the owner, with the request to complete. Throws to keep everything as it is. */
  confirm: (step: ResetStep, factorReset?: FactorReset) => void | Promise<void>;
}

/**
 * Notes a request to turn off the second factor of an account, or completes it after the waiting period. The command of the team and the
 * desk both call it. Each run continues what an interrupted one has left.
 */
export async function advanceReset(
  account: ResettableAccount,
  { users, reset }: ResetSite,
  { now, confirm }: ResetRun,
): Promise<ResetProgress> {
  const user = await users.find(account.userId);
  const stored = user?.factorReset;
  const hasEarlierExpired = stored !== undefined && now >= resetExpiresAt(stored);
  if (hasEarlierExpired) await reset.security.removeReset(account.userId, stored);
  const earlier = hasEarlierExpired ? undefined : stored;
  if (earlier?.outcome === 'completed') return complete(earlier);
  // Ends what an interrupted cancellation has left, and a request that has become pointless.
  if (earlier?.outcome === 'canceled' || (earlier && !account.hasApp))
    await cancelReset(reset, account, earlier);
  if (!account.hasApp) return { state: 'not on' };
  if (earlier?.outcome === 'canceled') return { state: 'canceled' };
  if (earlier && now >= resetDueAt(earlier)) return complete(earlier);
  if (!earlier) await confirm('request');
  if (!user) await users.create(newUser(account.userId, account.email, now));
  const factorReset = await requestReset(reset, account, now);
  return earlier ? { state: 'waiting', factorReset } : { state: 'requested', factorReset, hasEarlierExpired };

  async function complete(due: FactorReset): Promise<ResetProgress> {
    if (account.hasApp) await confirm('complete', due);
    if (await completeReset(reset, account, due, now)) return { state: 'completed' };
    // Another member of the team may have completed the same request.
    const current = await readSignIn(reset.cognito, reset.userPoolId, account.userId);
    if (!current) throw new AppError('not-found', 'This account is being deleted.');
    return { state: current.hasSecondFactor ? 'canceled' : 'completed' };
  }
}
