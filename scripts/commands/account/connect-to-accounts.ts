import { maxUsernameLength } from '../../../contract/rules/account-limits.ts';
import type { ResetSite, ResettableAccount } from '../../../lambdas/domain/security/advance-reset.ts';
import { securityStore } from '../../../lambdas/domain/security/security-store.ts';
import { readSignIn } from '../../../lambdas/domain/users/read-account.ts';
import { userStore } from '../../../lambdas/domain/users/user-store.ts';
import { passkeyDomainOf } from '../../../lib/stage-settings.ts';
import { readStage, siteNameOf } from '../../../lib/stages.ts';
import { connectToTable } from '../stage/connect-to-tables.ts';

/** The dependencies for resetting the second factor of an account. */
export interface AccountsConnection extends ResetSite {
  /** For the team, such as "lorewright-prod". */
  siteName: string;
}

/**
 * Connects to a stage on AWS, or to the local cloud if no stage is named.
 * @throws Error that says what to do if the connection is not possible
 */
export async function connectToAccounts(stage?: string): Promise<AccountsConnection> {
  const { name, settings } = readStage(stage ?? 'local');
  const siteName = siteNameOf(name);
  const { dynamodb, table, events, eventBus, cognito, userPoolId } = await connectToTable('Users', stage);
  return {
    siteName,
    users: userStore(dynamodb, table),
    reset: {
      bus: { client: events, name: eventBus },
      security: securityStore(dynamodb, table),
      cognito,
      userPoolId,
      hasPasskeys: passkeyDomainOf(settings) !== undefined,
    },
  };
}

/** @throws Error that says what to do if nobody has the address */
export async function findAccount(
  email: string,
  { siteName, reset: { cognito, userPoolId } }: AccountsConnection,
): Promise<ResettableAccount> {
  const found = email.length > maxUsernameLength ? undefined : await readSignIn(cognito, userPoolId, email);
  if (!found)
    throw new Error(
      `${siteName} has no account with the address ${email}. Ask for the address of the account: emails about the account go there.`,
    );
  const { account, hasSecondFactor } = found;
  return { userId: String(account.sub), email: account.email, hasApp: hasSecondFactor };
}
