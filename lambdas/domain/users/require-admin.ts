import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { AppError } from '../../platform/app-error.ts';
import { type Account, readAccount } from './read-account.ts';
import { readGroups } from './read-groups.ts';

/**
 * The account of an admin.
 * @throws AppError `invalid-argument` when the address belongs to nobody in the team
 */
export async function requireAdmin(
  pool: CognitoIdentityProviderClient,
  userPoolId: string,
  email: string,
): Promise<Account> {
  const account = await readAccount(pool, userPoolId, email);
  const groups = account ? await readGroups(pool, userPoolId, String(account.sub)) : [];
  if (account && groups.includes('admin')) return account;
  throw new AppError(
    'invalid-argument',
    `${email} is not the address of an admin. A test goes to admins only.`,
  );
}
