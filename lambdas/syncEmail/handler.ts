import { operations } from '../../contract/operations.ts';
import { cognito, dynamodb } from '../platform/aws.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { serve } from '../platform/serve.ts';
import { publicUser } from '../users/public-user.ts';
import { readOwnAccount } from '../users/read-account.ts';
import { readOrCreateUser } from '../users/read-or-create-user.ts';
import { userStore } from '../users/user-store.ts';

const { USERS_TABLE } = readConfig({ USERS_TABLE: resourceName });
const users = userStore(dynamodb(), USERS_TABLE);
const pool = cognito();

/** Cognito changes the address of an account only when it is confirmed, so what it says is the address. */
export const handler = serve(operations.syncEmail, async ({ caller }) => {
  const { email } = await readOwnAccount(pool, caller);
  const user = await readOrCreateUser(users, pool, caller, new Date());
  return publicUser(user.email === email ? user : await users.merge(caller.userId, { email }));
});
