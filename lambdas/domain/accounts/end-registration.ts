import { AppError } from '../../platform/app-error.ts';
import type { LimitStore } from '../limits/limit-store.ts';
import { registrationToken } from '../mail/link-token.ts';
import type { readSignInAndState } from '../users/read-account.ts';
import type { AccountPool } from './account-pool.ts';

interface EndRegistrationDependencies {
  accounts: Pick<AccountPool, 'remove'>;
  limits: Pick<LimitStore, 'take'>;
  readAccount: (userId: string) => ReturnType<typeof readSignInAndState>;
  readLinkKey: () => Promise<string>;
}

/**
 * Deletes an account whose address was never confirmed, for a person who received the email at this address. Somebody else may have
 * registered it, and then the owner cannot. Does nothing if the registration was deleted or has another address by now. Safe to repeat.
 * @throws AppError `invalid-argument` when we did not sign the token, `aborted` when the account is confirmed, `resource-exhausted` when
 *   the token is used too often
 */
export async function endRegistration(
  { accounts, limits, readAccount, readLinkKey }: EndRegistrationDependencies,
  token: string,
  now: Date,
): Promise<void> {
  const { userId, email } = registrationToken.read(await readLinkKey(), token);
  await limits.take('endRegistration', userId, now);
  const found = await readAccount(userId);
  if (found?.account.email !== email) return;
  if (found.state.status !== 'UNCONFIRMED')
    throw new AppError(
      'aborted',
      'This address is confirmed by now, so nothing was deleted. If you did not confirm it, choose a new password with “Forgot Password?”.',
    );
  await accounts.remove(userId);
}
