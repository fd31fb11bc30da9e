import * as personalDataOperations from '../../../contract/operations/personal-data-operations.ts';
import { withoutHashes } from '../../domain/exports/read-stored-data.ts';
import { limitStore } from '../../domain/limits/limit-store.ts';
import { signInMethods } from '../../domain/security/sign-in-methods.ts';
import { readOwnAccountState, readOwnSignIn } from '../../domain/users/read-account.ts';
import { readOrCreateUser } from '../../domain/users/read-or-create-user.ts';
import { userStore } from '../../domain/users/user-store.ts';
import { cognito } from '../../platform/aws/cognito.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { flag, readConfig, resourceName } from '../../platform/config.ts';
import { serve } from '../../platform/serve.ts';
import { storedDataReader } from '../../wiring/stored-data-reader.ts';

const { HAS_PASSKEYS, LIMITS_TABLE, USERS_TABLE, USER_POOL_ID } = readConfig({
  HAS_PASSKEYS: flag,
  LIMITS_TABLE: resourceName,
  USERS_TABLE: resourceName,
  USER_POOL_ID: resourceName,
});
const client = dynamodb();
const limits = limitStore(client, LIMITS_TABLE);
const users = userStore(client, USERS_TABLE);
const pool = cognito();
const { readPasskeys } = signInMethods(pool, { hasPasskeys: HAS_PASSKEYS });
const readStoredData = storedDataReader();

export const exportMyData = serve(
  personalDataOperations.exportMyData,
  async ({ data: { cursor }, caller }) => {
    const now = new Date();
    const { userId } = caller;
    await limits.take(cursor === undefined ? 'exportMyData' : 'exportMyDataPage', userId, now);
    const { account, hasSecondFactor } = await readOwnSignIn(pool, caller);
    const [state, passkeys, user] = await Promise.all([
      readOwnAccountState(pool, USER_POOL_ID, caller),
      readPasskeys(caller),
      readOrCreateUser(users, pool, caller, now),
    ]);
    return {
      exportedAt: now.toISOString(),
      account: { ...account, groups: caller.groups.join(', ') },
      accountState: { ...state, isEmailVerified: account.email_verified === 'true' },
      hasSecondFactor,
      passkeys,
      user: withoutHashes(user),
      ...(await readStoredData({ userId, email: account.email, referralCode: user.referralCode }, cursor)),
    };
  },
);
