import { keepSecondFactor } from '../../../lambdas/domain/security/keep-second-factor.ts';
import { type AccountsConnection, findAccount } from './connect-to-accounts.ts';

/**
 * Cancels the request to turn off the second factor of an account.
 * @returns what happened
 * @throws Error that says what to do, if the request can no longer be canceled
 */
export async function keepFactor(email: string, site: AccountsConnection): Promise<string> {
  const account = await findAccount(email, site);
  const factor = `the second factor of ${account.email} on ${site.siteName}`;
  switch (await keepSecondFactor(account, site)) {
    case 'no request':
      return `There is no request to turn off ${factor}. Nothing was changed.`;
    case 'canceled':
      return account.hasApp
        ? `Canceled the request to turn off ${factor}. It stays on, and the owner gets an email.`
        : `Removed the request to turn off ${factor}, which is not on.`;
    case 'too late':
      throw new Error(
        `It is too late: ${factor} is being turned off. If that was interrupted, "reset-factor" completes it.`,
      );
    case 'already ended':
      return `Somebody else has just ended the request to turn off ${factor}. The owner got an email that says how.`;
  }
}
