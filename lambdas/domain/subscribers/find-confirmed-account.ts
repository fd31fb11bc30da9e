import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { maxUsernameLength } from '../../../contract/rules/account-limits.ts';
import { readSignInAndState } from '../users/read-account.ts';

/** The id of the user with this address; undefined if there is none, or the address is not confirmed. */
export async function findConfirmedAccount(
  pool: CognitoIdentityProviderClient,
  userPoolId: string,
  email: string,
): Promise<string | undefined> {
  if (email.length > maxUsernameLength) return undefined;
  const found = await readSignInAndState(pool, userPoolId, email);
  return found && found.state.status !== 'UNCONFIRMED' ? found.account.sub : undefined;
}
