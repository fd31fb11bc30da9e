import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { maxUsernameLength } from '../../../contract/rules/account-limits.ts';
import { readSignIn } from '../../../lambdas/domain/users/read-account.ts';
import { readStage, siteNameOf } from '../../../lib/stages.ts';
import { connectToTable } from '../stage/connect-to-tables.ts';

export interface FoundAccount {
  /** For the team, such as "lorewright-prod". */
  siteName: string;
  cognito: CognitoIdentityProviderClient;
  userPoolId: string;
  userId: string;
  /** As the account has it. */
  email: string;
  hasApp: boolean;
}

/**
 * Finds an account on a stage on AWS, or on the local cloud if no stage is named.
 * @throws Error that says what to do if nobody has the address, or the connection is not possible
 */
export async function findAccount(email: string, stage?: string): Promise<FoundAccount> {
  const siteName = siteNameOf(readStage(stage ?? 'local').name);
  const { cognito, userPoolId } = await connectToTable('Users', stage);
  const found = email.length > maxUsernameLength ? undefined : await readSignIn(cognito, userPoolId, email);
  if (!found)
    throw new Error(
      `${siteName} has no account with the address ${email}. Ask for the address of the account: emails about the account go there.`,
    );
  const { account, hasSecondFactor } = found;
  return {
    siteName,
    cognito,
    userPoolId,
    userId: String(account.sub),
    email: account.email,
    hasApp: hasSecondFactor,
  };
}
