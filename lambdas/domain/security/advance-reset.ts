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
  /** The address of the account. */
  email: string;
  hasApp: boolean;
}

type ResetState = 'not on' | 'requested' | 'waiting' | 'canceled' | 'completed';

interface ResetRun {
  now: Date;
  /** Called before a step that affects the owner. Throws to keep everything as it is. */
  confirm: (step: ResetStep) => void | Promise<void>;
}

/**
 * Stores a request to turn off the second factor of an account, or completes it after the waiting period. Each run continues the work of an
 * interrupted one.
 */
export async function advanceReset(
  account: ResettableAccount,
  { users, reset }: ResetSite,
  { now, confirm }: ResetRun,
): Promise<ResetState> {
  const user = await users.find(account.userId);
  const stored = user?.factorReset;
  const hasExpired = stored !== undefined && now >= resetExpiresAt(stored);
  if (hasExpired) await reset.security.removeReset(account.userId, stored);
  const earlier = hasExpired ? undefined : stored;
  if (earlier?.outcome === 'completed') return complete(earlier);
  // Ends an interrupted cancellation, and a request that is no longer needed.
  if (earlier?.outcome === 'canceled' || (earlier && !account.hasApp))
    await cancelReset(reset, account, earlier);
  if (!account.hasApp) return 'not on';
  if (earlier?.outcome === 'canceled') return 'canceled';
  if (earlier && now >= resetDueAt(earlier)) return complete(earlier);
  if (!earlier) await confirm('request');
  if (!user) await users.create(newUser(account.userId, account.email, now));
  await requestReset(reset, account, now);
  return earlier ? 'waiting' : 'requested';

  async function complete(due: FactorReset): Promise<ResetState> {
    if (account.hasApp) await confirm('complete');
    if (await completeReset(reset, account, due, now)) return 'completed';
    // Another admin may have completed the same request.
    const current = await readSignIn(reset.cognito, reset.userPoolId, account.userId);
    if (!current) throw new AppError('not-found', 'This account is being deleted.');
    return current.hasSecondFactor ? 'canceled' : 'completed';
  }
}

/** `too late`: the request is being completed. `already ended`: somebody else has just canceled or completed it. */
type KeepOutcome = 'no request' | 'canceled' | 'too late' | 'already ended';

/** Cancels the request to turn off the second factor of an account. */
export async function keepSecondFactor(
  account: ResettableAccount,
  { users, reset }: ResetSite,
): Promise<KeepOutcome> {
  const request = (await users.find(account.userId))?.factorReset;
  if (!request) return 'no request';
  if (await cancelReset(reset, account, request)) return 'canceled';
  const remaining = (await users.find(account.userId))?.factorReset;
  return remaining?.outcome === 'completed' ? 'too late' : 'already ended';
}
