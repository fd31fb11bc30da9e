import type { ResetSite, ResettableAccount } from './advance-reset.ts';
import { cancelReset } from './factor-reset.ts';

/** `too late`: the request is being completed. `already ended`: somebody else has just canceled or completed it. */
type KeepOutcome = 'no request' | 'canceled' | 'too late' | 'already ended';

/**
 * Cancels the request to turn off the second factor of an account. Both the team's command and the
 * desk call it.
 */
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
